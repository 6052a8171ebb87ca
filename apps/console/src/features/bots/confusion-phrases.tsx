// The phrases behind one cell of the matrix; each can be moved to where it belongs.
import type { Confusion } from "@parley/bot-data/quality";
import { intentPath, utterancesOf } from "@parley/bot-data/files";
import type { VersionData } from "@parley/bot-data/version";
import { Button, CloseButton, Group, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { percent } from "./percent.ts";
import { useMovePhrase } from "./use-move-phrase.ts";
import { useVersionFile } from "./version-files.ts";
import classes from "./bots.module.css";
import qualityClasses from "./quality.module.css";

type Props = { cell: Confusion; version: VersionData; intents: readonly string[]; onClose: () => void };

export function ConfusionPhrases({ cell, version, intents, onClose }: Props) {
  const { t } = useTranslation("bots");
  const [target, setTarget] = useState(cell.predicted);
  const from = useVersionFile(intentPath(cell.expected));
  const move = useMovePhrase();
  const present = new Set(utterancesOf(from.file?.content ?? "").map((utterance) => utterance.text));
  return (
    <section className={qualityClasses["cellPanel"]} aria-label={t("quality.phrases")}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <h3 className={classes["subheading"]}>
          {t("quality.taken", { expected: cell.expected, predicted: cell.predicted })}
        </h3>
        <CloseButton aria-label={t("close")} onClick={onClose} />
      </Group>
      {!version.isLocked && (
        <Select
          label={t("quality.moveTo")}
          data={intents.filter((name) => name !== cell.expected)}
          value={target}
          searchable
          allowDeselect={false}
          w={260}
          onChange={(value) => setTarget(value ?? cell.predicted)}
        />
      )}
      <ul className={classes["messages"]}>
        {cell.utterances.map(({ text, score }) => {
          const isThere = present.has(text);
          return (
            <li key={text} className={classes["message"]}>
              <span className={classes["grow"]}>{text}</span>
              <span className={classes["muted"]}>{percent(score)}</span>
              {isThere && !version.isLocked && (
                <Button size="xs" variant="default" onClick={() => void move(text, cell.expected, target)}>
                  {t("quality.move", { intent: target })}
                </Button>
              )}
              {from.file && !isThere && <span className={classes["muted"]}>{t("quality.gone")}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
