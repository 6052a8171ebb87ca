// What the conversation knows; every value can be changed while it runs.
import { ActionIcon, Button, TextInput } from "@mantine/core";
import type { Json } from "@parley/flow";
import { isVariableName } from "@parley/flow";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChat, useDesigner } from "../store/designer.tsx";
import { readAnswer } from "./simulate.ts";
import classes from "./chat.module.css";

export function Variables() {
  const { t } = useTranslation("pro-studio");
  const { chat } = useDesigner();
  const state = useChat((current) => current.state);
  const turns = useChat((current) => current.turns);
  const lookingAt = useChat((current) => current.lookingAt);
  const [name, setName] = useState("");
  const shown = lookingAt === null ? state : (turns[lookingAt]?.result.state ?? null);
  const entries = Object.entries(shown?.variables ?? {}).toSorted(([a], [b]) => a.localeCompare(b));
  if (!shown) return <p className={classes["empty"]}>{t("chat.notStarted")}</p>;
  return (
    <div className={classes["variables"]}>
      {lookingAt !== null && (
        <p className={classes["note"]}>{t("chat.variablesThen", { number: lookingAt + 1 })}</p>
      )}
      {entries.length === 0 && <p className={classes["note"]}>{t("chat.noVariables")}</p>}
      {entries.map(([key, value]) => (
        <div key={key} className={classes["variable"]}>
          <TextInput
            size="sm"
            label={key}
            readOnly={lookingAt !== null}
            defaultValue={written(value)}
            key={`${key} ${written(value)}`}
            onBlur={(event) => {
              const next = event.currentTarget.value;
              if (next !== written(value)) chat.getState().setVariable(key, readAnswer(next) ?? "");
            }}
          />
          <ActionIcon
            aria-label={t("chat.removeVariable", { name: key })}
            disabled={lookingAt !== null}
            onClick={() => chat.getState().setVariable(key, undefined)}
          >
            <IconTrash size={14} />
          </ActionIcon>
        </div>
      ))}
      <form
        className={classes["variable"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (isVariableName(name)) chat.getState().setVariable(name, "");
          setName("");
        }}
      >
        <TextInput
          size="sm"
          label={t("chat.newVariable")}
          value={name}
          error={name !== "" && !isVariableName(name) ? t("chat.badVariable") : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" variant="default" disabled={!isVariableName(name)}>
          {t("chat.addVariable")}
        </Button>
      </form>
    </div>
  );
}

function written(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
