// The phrases of an intent: found entities are marked; several can be chosen and moved or removed together.
import type { EntityFind } from "@parley/bot-data/entity";
import { EmptyState } from "@parley/ui/empty-state";
import { Button, Checkbox, Group, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PhraseRow } from "./phrase-row.tsx";
import type { Phrase } from "./phrases.ts";
import classes from "./bots.module.css";
import phraseClasses from "./phrases.module.css";

type Props = {
  phrases: readonly Phrase[];
  marks: ReadonlyMap<string, readonly EntityFind[]>;
  /** Sentences of validation by line. */
  problems: ReadonlyMap<number, string>;
  /** The line a link led to. */
  line: number | undefined;
  isReadOnly: boolean;
  /** The other intents, to move phrases to. */
  intents: readonly string[];
  /** Paths of the entity files. */
  entities: readonly string[];
  onChange: (before: string, after: string) => Promise<unknown>;
  onRemove: (texts: readonly string[]) => Promise<unknown>;
  onMove: (texts: readonly string[], intent: string) => Promise<unknown>;
};

const step = 200;

export function PhraseList(props: Props) {
  const { phrases, marks, problems, isReadOnly, intents } = props;
  const { t } = useTranslation("bots");
  const [search, setSearch] = useState("");
  const wanted = props.line === undefined ? -1 : phrases.findIndex((phrase) => phrase.line === props.line);
  const [more, setMore] = useState(step);
  const shown = Math.max(more, wanted + 1);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (phrases.length === 0) return <EmptyState title={t("phrases.none")} hint={t("phrases.noneHint")} />;
  const found = phrases.filter((phrase) => phrase.text.toLowerCase().includes(search.trim().toLowerCase()));
  const picked = phrases.map((phrase) => phrase.text).filter((text) => chosen.has(text));
  const isAll = found.length > 0 && found.every((phrase) => chosen.has(phrase.text));
  const toggle = (texts: readonly string[], isOn: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const text of texts)
        if (isOn) next.add(text);
        else next.delete(text);
      return next;
    });
  const act = async (work: Promise<unknown>) => {
    await work;
    setChosen(new Set());
  };
  return (
    <div>
      <Group mb="xs" gap="sm" className={phraseClasses["phraseTools"] ?? ""}>
        {!isReadOnly && (
          <Checkbox
            aria-label={t("phrases.all")}
            checked={isAll}
            indeterminate={picked.length > 0 && !isAll}
            onChange={(event) =>
              toggle(
                found.map((phrase) => phrase.text),
                event.currentTarget.checked,
              )
            }
          />
        )}
        {picked.length === 0 ? (
          <TextInput
            size="xs"
            aria-label={t("phrases.search")}
            placeholder={t("phrases.search")}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        ) : (
          <>
            <span role="status">{t("phrases.chosen", { count: picked.length })}</span>
            <Select
              size="xs"
              aria-label={t("quality.moveTo")}
              placeholder={t("quality.moveTo")}
              data={[...intents]}
              value={null}
              searchable
              disabled={intents.length === 0}
              onChange={(intent) => intent && void act(props.onMove(picked, intent))}
            />
            <Button size="xs" variant="default" onClick={() => void act(props.onRemove(picked))}>
              {t("phrases.remove")}
            </Button>
          </>
        )}
      </Group>
      <ul className={classes["rows"]} aria-label={t("phrases.list")}>
        {found.slice(0, shown).map((phrase) => (
          <PhraseRow
            key={`${phrase.line} ${phrase.text}`}
            text={phrase.text}
            marks={marks.get(phrase.text) ?? []}
            problem={problems.get(phrase.line)}
            isWanted={phrase.line === props.line}
            isReadOnly={isReadOnly}
            isChosen={chosen.has(phrase.text)}
            entities={props.entities}
            onChoose={(isOn) => toggle([phrase.text], isOn)}
            onChange={(after) => props.onChange(phrase.text, after)}
            onRemove={() => props.onRemove([phrase.text])}
          />
        ))}
      </ul>
      {found.length === 0 && <p className={classes["muted"]}>{t("phrases.noMatch")}</p>}
      {found.length > shown && (
        <Button mt="sm" variant="default" onClick={() => setMore(shown + step)}>
          {t("phrases.more", { count: found.length - shown })}
        </Button>
      )}
    </div>
  );
}
