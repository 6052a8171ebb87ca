// HTTP calls the model may make. It can call nothing that is not declared here, with arguments that fit the schema.
import { ActionIcon, Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { DataErrorField } from "../../../lib/graphql/errors.ts";
import type { Tool } from "./version-values.ts";
import classes from "./editor.module.css";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const firstSchema = {
  type: "object",
  properties: { order: { type: "string" } },
  required: ["order"],
  additionalProperties: false,
};

type Props = {
  tools: Tool[];
  problems: readonly DataErrorField[];
  isDisabled: boolean;
  onChange: (tools: Tool[]) => void;
};

export function ToolsField({ tools, problems, isDisabled, onChange }: Props) {
  const { t } = useTranslation("solutions");
  const change = (index: number, part: Partial<Tool>) =>
    onChange(tools.map((tool, at) => (at === index ? { ...tool, ...part } : tool)));
  return (
    <div className={classes["tools"]}>
      <p className={classes["muted"]}>{t("help.tools")}</p>
      {tools.map((tool, index) => {
        const complaint = (field: string) =>
          problems.find((problem) => problem.field === `tools.${index}.${field}`)?.message;
        return (
          // Tools have no id of their own and are only added at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <fieldset key={index} className={classes["tool"]} disabled={isDisabled}>
            <legend>{tool.name || t("tool.new")}</legend>
            <div className={classes["toolHead"]}>
              <TextInput
                label={t("tool.name")}
                placeholder="find_order"
                value={tool.name}
                error={complaint("name")}
                onChange={(event) => change(index, { name: event.currentTarget.value })}
              />
              <NativeSelect
                label={t("tool.method")}
                data={methods}
                value={tool.method}
                onChange={(event) => change(index, { method: event.currentTarget.value })}
              />
              <TextInput
                label={t("tool.url")}
                placeholder="https://api.example.org/orders/{{order}}"
                value={tool.url}
                error={complaint("url")}
                onChange={(event) => change(index, { url: event.currentTarget.value })}
              />
            </div>
            <TextInput
              label={t("tool.description")}
              placeholder={t("tool.descriptionPlaceholder")}
              value={tool.description}
              error={complaint("description")}
              onChange={(event) => change(index, { description: event.currentTarget.value })}
            />
            <SchemaInput
              value={tool.parameters}
              error={complaint("parameters")}
              onChange={(parameters) => change(index, { parameters })}
            />
            {!isDisabled && (
              <ActionIcon
                className={classes["toolRemove"]}
                variant="default"
                aria-label={t("tool.remove", { name: tool.name || index + 1 })}
                onClick={() => onChange(tools.filter((_, at) => at !== index))}
              >
                <IconX size={15} />
              </ActionIcon>
            )}
          </fieldset>
        );
      })}
      {!isDisabled && (
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            onChange([
              ...tools,
              { name: "", description: "", method: "GET", url: "", parameters: firstSchema },
            ])
          }
        >
          {t("tool.add")}
        </Button>
      )}
    </div>
  );
}

type SchemaProps = { value: unknown; error: string | undefined; onChange: (value: unknown) => void };

/** Text while it is being written; only JSON that can be read becomes the schema. */
function SchemaInput({ value, error, onChange }: SchemaProps) {
  const { t } = useTranslation("solutions");
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const isReadable = parsed(text) !== undefined;
  return (
    <Textarea
      label={t("tool.parameters")}
      description={t("tool.parametersHelp")}
      autosize
      minRows={3}
      maxRows={14}
      classNames={{ input: classes["code"] ?? "" }}
      value={text}
      error={isReadable ? error : t("tool.noJson")}
      onChange={(event) => {
        setText(event.currentTarget.value);
        const schema = parsed(event.currentTarget.value);
        if (schema !== undefined) onChange(schema);
      }}
    />
  );
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
