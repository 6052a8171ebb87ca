import type { EntityFind } from "@parley/bot-data/entity";
import { ActionIcon, Button, Checkbox, TextInput } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { MarkedText } from "./marked-text.tsx";
import classes from "./bots.module.css";
import phraseClasses from "./phrases.module.css";

const MarkEntity = lazy(() => import("./mark-entity.tsx").then((module) => ({ default: module.MarkEntity })));

type Props = {
  text: string;
  marks: readonly EntityFind[];
  problem: string | undefined;
  /** A link led here: it is brought into view. */
  isWanted: boolean;
  isReadOnly: boolean;
  isChosen: boolean;
  entities: readonly string[];
  onChoose: (isOn: boolean) => void;
  onChange: (after: string) => Promise<unknown>;
  onRemove: () => Promise<unknown>;
};

export function PhraseRow(props: Props) {
  const { text, marks, problem, isWanted, isReadOnly, isChosen, entities, onChoose, onChange, onRemove } =
    props;
  const { t } = useTranslation("bots");
  const [edited, setEdited] = useState<string>();
  const [marking, setMarking] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isWanted) row.current?.scrollIntoView({ block: "center" });
  }, [isWanted]);
  const save = async () => {
    const next = edited?.trim() ?? "";
    if (next !== "" && next !== text) await onChange(next);
    setEdited(undefined);
  };
  const selected = () => {
    const { selectionStart, selectionEnd, value } = input.current ?? {};
    const words = (value ?? "").slice(selectionStart ?? 0, selectionEnd ?? 0).trim();
    setMarking(words === "" ? text : words);
  };
  return (
    <li ref={row} className={phraseClasses["phraseRow"]} aria-current={isWanted || undefined}>
      {!isReadOnly && (
        <Checkbox
          aria-label={t("phrases.choose", { text })}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      )}
      {edited === undefined ? (
        <>
          <span className={classes["grow"]}>
            <MarkedText text={text} marks={marks} />
            {problem && <span className={classes["problem"]}>{problem}</span>}
          </span>
          {!isReadOnly && (
            <span className={phraseClasses["rowTools"]}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t("phrases.edit", { text })}
                onClick={() => setEdited(text)}
              >
                <IconPencil size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t("phrases.removeOne", { text })}
                onClick={() => void onRemove()}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </span>
          )}
        </>
      ) : (
        <form
          className={phraseClasses["phraseForm"]}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <TextInput
            ref={input}
            aria-label={t("phrases.edit", { text })}
            className={classes["grow"] ?? ""}
            value={edited}
            autoFocus
            onChange={(event) => setEdited(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") setEdited(undefined);
            }}
          />
          {/* Without taking the focus, so that the selection stays. */}
          <Button
            size="xs"
            variant="default"
            onMouseDown={(event) => event.preventDefault()}
            onClick={selected}
          >
            {t("mark.action")}
          </Button>
          <Button size="xs" type="submit">
            {t("phrases.save")}
          </Button>
        </form>
      )}
      {marking !== undefined && (
        <Suspense>
          <MarkEntity words={marking} entities={entities} onClose={() => setMarking(undefined)} />
        </Suspense>
      )}
    </li>
  );
}
