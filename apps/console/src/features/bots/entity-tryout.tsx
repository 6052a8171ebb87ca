import type { EntityFile } from "@parley/bot-data/entity";
import { ErrorState } from "@parley/ui/error-state";
import { Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useEntityFinds } from "./find-entities.ts";
import { MarkedText } from "./marked-text.tsx";
import classes from "./bots.module.css";
import editorClasses from "./editors.module.css";

/** What the entity finds as it is written now, saved or not, and what is wrong with it. */
export function EntityTryout({ name, definition }: { name: string; definition: EntityFile }) {
  const { t } = useTranslation("bots");
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue({ text, definition }, 300);
  const found = useEntityFinds([asked.text], { name, definition: asked.definition });
  const finds = found?.finds[0] ?? [];
  return (
    <section className={editorClasses["tryout"]}>
      <Textarea
        label={t("entity.try")}
        placeholder={t("entity.tryHint")}
        value={text}
        autosize
        minRows={1}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {found?.problems.map((problem) => (
        <ErrorState key={problem} error={{ message: problem }} isInline />
      ))}
      {asked.text !== "" && found && (
        <div aria-live="polite">
          <p>
            <MarkedText text={asked.text} marks={finds} />
          </p>
          {finds.length === 0 && <p className={classes["muted"]}>{t("entity.nothing")}</p>}
          {finds.map((find) => (
            <p key={find.start} className={classes["muted"]}>
              {asked.text.slice(find.start, find.end)} → <code>{valueText(find.value)}</code>
            </p>
          ))}
        </div>
      )}
    </section>
  );
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
