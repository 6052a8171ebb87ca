// Values of an enumeration with their synonyms; many can be pasted at once.
import type { EntityFile } from "@parley/bot-data/entity";
import { ActionIcon, Button, Group, TagsInput, Textarea, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { valuesIn } from "./entity-paste.ts";
import classes from "./bots.module.css";
import editorClasses from "./editors.module.css";

type Values = Extract<EntityFile, { type: "enumeration" }>["values"];
type Props = { values: Values; isReadOnly: boolean; onChange: (values: Values) => void };

const step = 100;

export function EntityValues({ values, isReadOnly, onChange }: Props) {
  const { t } = useTranslation("bots");
  const [typed, setTyped] = useState("");
  const [shown, setShown] = useState(step);
  const replace = (index: number, entry: Values[number]) => onChange(values.with(index, entry));
  const add = (source: string) => {
    const known = new Set(values.map((entry) => entry.value.toLowerCase()));
    const fresh = valuesIn(source).filter((entry) => !known.has(entry.value.toLowerCase()));
    if (fresh.length > 0) onChange([...values, ...fresh]);
    setTyped("");
  };
  return (
    <div>
      <table className={editorClasses["valueTable"]}>
        <thead>
          <tr>
            <th scope="col">{t("entity.value")}</th>
            <th scope="col">{t("entity.synonyms")}</th>
            <th aria-hidden />
          </tr>
        </thead>
        <tbody>
          {values.slice(0, shown).map((entry, index) => (
            // Rows have no name of their own while they are written.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              <td>
                <TextInput
                  aria-label={t("entity.value")}
                  value={entry.value}
                  readOnly={isReadOnly}
                  error={entry.value.trim() === "" && t("entity.valueMissing")}
                  onChange={(event) => replace(index, { ...entry, value: event.currentTarget.value })}
                />
              </td>
              <td>
                <TagsInput
                  aria-label={t("entity.synonymsOf", { value: entry.value })}
                  placeholder={t("entity.synonymHint")}
                  value={[...(entry.synonyms ?? [])]}
                  splitChars={[",", ";", "|"]}
                  acceptValueOnBlur
                  readOnly={isReadOnly}
                  onChange={(synonyms) => replace(index, { ...entry, synonyms })}
                />
              </td>
              <td>
                {!isReadOnly && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t("entity.removeValue", { value: entry.value })}
                    onClick={() => onChange(values.toSpliced(index, 1))}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {values.length === 0 && <p className={classes["muted"]}>{t("entity.noValues")}</p>}
      {values.length > shown && (
        <Button size="xs" mt="xs" variant="default" onClick={() => setShown(shown + step)}>
          {t("phrases.more", { count: values.length - shown })}
        </Button>
      )}
      {!isReadOnly && (
        <Group mt="sm" align="flex-end" wrap="nowrap">
          <Textarea
            label={t("entity.addValues")}
            description={t("entity.addHint")}
            className={classes["grow"] ?? ""}
            autosize
            minRows={1}
            maxRows={8}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              add(typed);
            }}
          />
          <Button variant="default" disabled={typed.trim() === ""} onClick={() => add(typed)}>
            {t("add")}
          </Button>
        </Group>
      )}
    </div>
  );
}
