// A sentence, what the version makes of it, and why.
import { predictionData } from "@parley/bot-data/quality";
import type { VersionData } from "@parley/bot-data/version";
import { ErrorState } from "@parley/ui/error-state";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Group, Slider, TextInput } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { MarkedText } from "./marked-text.tsx";
import classes from "./bots.module.css";
import qualityClasses from "./quality.module.css";

const tryQuery = graphql(`
  query TryUtterance($versionId: ID!, $projectId: ID!, $text: String!, $strictness: Float) {
    tryUtterance(versionId: $versionId, projectId: $projectId, text: $text, strictness: $strictness) {
      data
    }
  }
`);

export function TryUtterance({ version }: { version: VersionData }) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const [text, setText] = useState("");
  const [asked, setAsked] = useState<{ text: string; strictness: number }>();
  const [strictness, setStrictness] = useState(0.5);
  const { data, error } = useData(
    tryQuery,
    { versionId: version.id, projectId, text: asked?.text ?? "", strictness: asked?.strictness ?? 0.5 },
    { isPaused: asked === undefined },
  );
  const prediction = useMemo(() => (data ? predictionData.parse(data.tryUtterance.data) : undefined), [data]);
  return (
    <section className={classes["section"]}>
      <h2 className={classes["heading"]}>{t("try.title")}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setAsked({ text, strictness });
        }}
      >
        <Group align="flex-end">
          <TextInput
            label={t("try.sentence")}
            value={text}
            className={qualityClasses["tryText"] ?? ""}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <div style={{ width: 180, paddingBottom: 8 }}>
            <span className={classes["muted"]}>{t("try.strictness")}</span>
            <Slider
              min={0}
              max={1}
              step={0.05}
              value={strictness}
              onChange={setStrictness}
              thumbLabel={t("try.strictness")}
            />
          </div>
          <Button type="submit" disabled={text.trim() === ""}>
            {t("try.action")}
          </Button>
        </Group>
      </form>
      {error && <ErrorState error={error} isInline />}
      {asked && prediction && (
        <div aria-live="polite">
          {prediction.isOutOfScope && <StatusBadge tone="warning" label={t("try.outOfScope")} />}
          <p>
            <MarkedText text={asked.text} marks={prediction.entities} />
          </p>
          <div className={qualityClasses["bars"]}>
            {prediction.intents.slice(0, 5).map((intent) => (
              <Bar key={intent.name} label={intent.name} share={intent.score} />
            ))}
          </div>
          {prediction.slots.length > 0 && (
            <ul className={classes["uses"]} aria-label={t("slots.title")}>
              {prediction.slots.map((slot) => (
                <li key={slot.name}>
                  {slot.words !== null && t("slots.takes", { name: slot.name, words: slot.words })}
                  {slot.words === null &&
                    (slot.asks === null
                      ? t("slots.leavesEmpty", { name: slot.name })
                      : t("slots.asks", { name: slot.name, prompt: slot.asks }))}
                </li>
              ))}
            </ul>
          )}
          {prediction.explanation.length > 0 && (
            <p className={classes["muted"]}>
              {t("try.why", {
                words: prediction.explanation
                  .slice(0, 6)
                  .map((evidence) => `“${evidence.text}”`)
                  .join(", "),
              })}
            </p>
          )}
        </div>
      )}
    </section>
  );
}

function Bar({ label, share }: { label: string; share: number }) {
  return (
    <>
      <span>{label}</span>
      <span className={qualityClasses["bar"]} aria-hidden>
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      <span style={{ textAlign: "right" }}>{(share * 100).toFixed(1)} %</span>
    </>
  );
}
