// Phrases of two intents that are the same or nearly: which of them is where it belongs?
import type { QualityData } from "@parley/bot-data/quality";
import type { VersionData } from "@parley/bot-data/version";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Menu } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { percent } from "./percent.ts";
import { useMovePhrase } from "./use-move-phrase.ts";
import classes from "./bots.module.css";

type Pair = QualityData["report"]["conflicts"][number];

const step = 25;

export function Conflicts({ conflicts, version }: { conflicts: readonly Pair[]; version: VersionData }) {
  const { t } = useTranslation("bots");
  const [shown, setShown] = useState(step);
  if (conflicts.length === 0) return null;
  return (
    <section className={classes["section"]} aria-labelledby="quality-conflicts">
      <h2 className={classes["heading"]} id="quality-conflicts">
        {t("quality.conflicts")}
      </h2>
      <ul className={classes["messages"]}>
        {conflicts.slice(0, shown).map((pair) => (
          <ConflictRow
            key={`${pair.first.intent} ${pair.first.text} ${pair.second.intent} ${pair.second.text}`}
            pair={pair}
            isReadOnly={version.isLocked}
          />
        ))}
      </ul>
      {conflicts.length > shown && (
        <div>
          <Button variant="default" onClick={() => setShown(shown + step)}>
            {t("phrases.more", { count: conflicts.length - shown })}
          </Button>
        </div>
      )}
    </section>
  );
}

function ConflictRow({ pair, isReadOnly }: { pair: Pair; isReadOnly: boolean }) {
  const { t } = useTranslation("bots");
  const move = useMovePhrase();
  const [isDone, setIsDone] = useState(false);
  const { first, second } = pair;
  const act = (text: string, from: string, to?: string) =>
    void move(text, from, to).then((worked) => worked && setIsDone(true));
  return (
    <li className={classes["message"]} data-done={isDone || undefined}>
      <StatusBadge
        tone={pair.kind === "same" ? "bad" : "warning"}
        label={
          pair.kind === "same" ? t("quality.same") : t("quality.similar", { share: percent(pair.similarity) })
        }
      />
      <span className={classes["grow"]}>
        {first.text} <span className={classes["muted"]}>{first.intent}</span>
        <br />
        {second.text} <span className={classes["muted"]}>{second.intent}</span>
      </span>
      {!isReadOnly && !isDone && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="xs" variant="default">
              {t("quality.settle")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => act(first.text, first.intent, second.intent)}>
              {t("quality.moveOne", { text: first.text, intent: second.intent })}
            </Menu.Item>
            <Menu.Item onClick={() => act(second.text, second.intent, first.intent)}>
              {t("quality.moveOne", { text: second.text, intent: first.intent })}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => act(first.text, first.intent)}>
              {t("quality.removeOne", { text: first.text, intent: first.intent })}
            </Menu.Item>
            <Menu.Item onClick={() => act(second.text, second.intent)}>
              {t("quality.removeOne", { text: second.text, intent: second.intent })}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {isDone && <span className={classes["muted"]}>{t("quality.settled")}</span>}
    </li>
  );
}
