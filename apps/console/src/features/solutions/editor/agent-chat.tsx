// A chat with the version as it stands in the form, or the same questions to two versions or models side by side.
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, TextInput } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "urql";
import { AgentAnswer } from "./agent-answer.tsx";
import { type Answer, askAgent, type Citation } from "./try-agent.ts";
import { useCurrency } from "./use-currency.ts";
import { usableValues, type VersionValues } from "./version-values.ts";
import classes from "./editor.module.css";

const CompareWith = lazy(() =>
  import("./compare-with.tsx").then((module) => ({ default: module.CompareWith })),
);
const PassagesPanel = lazy(() =>
  import("./passages-panel.tsx").then((module) => ({ default: module.PassagesPanel })),
);

/** The other side of a comparison: another version, or this one with another model. */
export type Opponent = { label: string; solutionVersionId?: string; llmCredentialId?: string };
type Side = { text: string; answer?: Answer; failure?: string };
type Turn = { question: string; sides: readonly Side[] };

type Props = {
  solutionVersionId: string;
  solutionId: string;
  number: number;
  /** What is not stored yet, where there is any. */
  values: VersionValues | undefined;
  /** The model that answers here. */
  credentialId: string | null;
};

export function AgentChat({ solutionVersionId, solutionId, number, values, credentialId }: Props) {
  const { t } = useTranslation("solutions");
  const client = useClient();
  const currency = useCurrency();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [text, setText] = useState("");
  const [opponent, setOpponent] = useState<Opponent>();
  const [isComparing, setIsComparing] = useState(false);
  const [cited, setCited] = useState<Citation>();
  const turnsRef = useRef<HTMLDivElement>(null);
  const isBusy = turns.at(-1)?.sides.some((side) => !side.answer && !side.failure) ?? false;
  useEffect(() => {
    // Only the list: the page stays where it is.
    const list = turnsRef.current;
    if (list) list.scrollTop = list.scrollHeight;
  }, [turns]);

  const change = (turn: number, side: number, part: (before: Side) => Partial<Side>) =>
    setTurns((all) =>
      all.map((one, at) =>
        at === turn
          ? { ...one, sides: one.sides.map((it, index) => (index === side ? { ...it, ...part(it) } : it)) }
          : one,
      ),
    );

  const ask = () => {
    const question = text.trim();
    if (question === "" || isBusy) return;
    const at = turns.length;
    const isOtherVersion = opponent?.solutionVersionId !== undefined;
    const unsaved = values && { values: usableValues(values) };
    const inputs = [
      { solutionVersionId, ...unsaved },
      ...(opponent
        ? [
            {
              solutionVersionId: opponent.solutionVersionId ?? solutionVersionId,
              ...(!isOtherVersion && unsaved),
              ...(opponent.llmCredentialId && { llmCredentialId: opponent.llmCredentialId }),
            },
          ]
        : []),
    ];
    setTurns([...turns, { question, sides: inputs.map(() => ({ text: "" })) }]);
    setText("");
    inputs.forEach((input, side) => {
      const history = turns.flatMap((turn) => [
        { role: "visitor", text: turn.question },
        { role: "bot", text: turn.sides[side]?.text ?? "" },
      ]);
      askAgent(
        client,
        { ...input, text: question, history, label: `${at}:${side}` },
        {
          onDelta: (delta) => change(at, side, (before) => ({ text: before.text + delta })),
          onAnswer: (answer) => change(at, side, () => ({ text: answer.text, answer })),
          onFailure: (failure) => change(at, side, () => ({ failure })),
        },
      );
    });
  };
  const compareWith = (next: Opponent | undefined) => {
    setOpponent(next);
    setTurns([]);
  };
  const labels = [t("version", { number }), opponent?.label ?? ""];
  return (
    <aside className={classes["chat"]} aria-label={t("chat.title")} data-comparing={isComparing || undefined}>
      <div className={classes["chatHead"]}>
        <h2>{t("chat.title")}</h2>
        {values && <StatusBadge tone="info" label={t("chat.unsaved")} />}
        <span className={classes["chatActions"]}>
          <Button
            size="xs"
            variant={isComparing ? "light" : "subtle"}
            aria-pressed={isComparing}
            onClick={() => {
              setIsComparing(!isComparing);
              compareWith(undefined);
            }}
          >
            {t("chat.compare")}
          </Button>
          <Button size="xs" variant="subtle" disabled={turns.length === 0} onClick={() => setTurns([])}>
            {t("chat.clear")}
          </Button>
        </span>
      </div>
      <Suspense>
        {isComparing && (
          <CompareWith
            solutionId={solutionId}
            solutionVersionId={solutionVersionId}
            credentialId={credentialId}
            opponent={opponent}
            onChoose={compareWith}
          />
        )}
      </Suspense>
      <div className={classes["turns"]} ref={turnsRef} aria-live="polite">
        {turns.length === 0 && (
          <p className={classes["muted"]}>{t(isComparing ? "chat.compareHint" : "chat.hint")}</p>
        )}
        {turns.map((turn, index) => (
          // Turns are only ever added at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={classes["turn"]}>
            <p className={classes["question"]}>{turn.question}</p>
            <div className={classes["sides"]}>
              {turn.sides.map((side, at) => (
                // oxlint-disable-next-line react/no-array-index-key
                <div key={at} className={classes["side"]}>
                  {turn.sides.length > 1 && <p className={classes["sideLabel"]}>{labels[at]}</p>}
                  <AgentAnswer
                    text={side.text}
                    answer={side.answer}
                    failure={side.failure}
                    currency={currency}
                    onOpen={setCited}
                  />
                </div>
              ))}
            </div>
          </div>
        ))}
      </div>
      <form
        className={classes["ask"]}
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <TextInput
          className={classes["grow"] ?? ""}
          aria-label={t("chat.ask")}
          placeholder={t("chat.ask")}
          maxLength={4_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          type="submit"
          loading={isBusy}
          disabled={text.trim() === "" || (isComparing && !opponent)}
          title={isComparing && !opponent ? t("chat.chooseOpponent") : undefined}
        >
          {t("chat.send")}
        </Button>
      </form>
      <Suspense>
        {cited && (
          <PassagesPanel
            fileId={cited.fileId}
            title={cited.title}
            citedId={cited.chunkId}
            onClose={() => setCited(undefined)}
          />
        )}
      </Suspense>
    </aside>
  );
}
