// An answer as text, never as markup. Its numbers in brackets open the passage they stand for.
import { StatusBadge } from "@parley/ui/status-badge";
import { useTranslation } from "react-i18next";
import { money } from "../../../shared/money.ts";
import type { Answer, Citation } from "./try-agent.ts";
import classes from "./editor.module.css";

type Props = {
  text: string;
  answer: Answer | undefined;
  failure: string | undefined;
  currency: string;
  onOpen: (citation: Citation) => void;
};

export function AgentAnswer({ text, answer, failure, currency, onOpen }: Props) {
  const { t } = useTranslation("solutions");
  if (failure) return <p role="alert">{failure}</p>;
  return (
    <>
      <p className={classes["answer"]}>
        {text === "" ? "…" : <CitedText text={text} citations={answer?.citations ?? []} onOpen={onOpen} />}
      </p>
      {answer && (
        <div className={classes["details"]}>
          {answer.isIncomplete && (
            <StatusBadge tone="warning" label={answer.failure ?? t("chat.incomplete")} />
          )}
          {!answer.isIncomplete && answer.failure && <span>{answer.failure}</span>}
          {/* Where no model was asked there are no figures. */}
          {(answer.model || answer.provider) && (
            <span className={classes["muted"]}>
              {t("chat.facts", {
                model: answer.model || answer.provider,
                input: answer.inputTokens,
                output: answer.outputTokens,
                cost: money(answer.cost, currency),
                ms: answer.ms,
              })}
            </span>
          )}
          {toolNames(answer.toolCalls).length > 0 && (
            <span className={classes["muted"]}>
              {t("chat.tools", { names: toolNames(answer.toolCalls).join(", ") })}
            </span>
          )}
          {answer.citations.map((citation) => (
            <button
              key={citation.chunkId}
              type="button"
              className={classes["source"]}
              onClick={() => onOpen(citation)}
            >
              [{citation.number}] {citation.title}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

type CitedProps = { text: string; citations: readonly Citation[]; onOpen: (citation: Citation) => void };

function CitedText({ text, citations, onOpen }: CitedProps) {
  const { t } = useTranslation("solutions");
  return text.split(/(\[\d{1,2}\])/).map((piece, index) => {
    const number = Number(/^\[(\d+)\]$/.exec(piece)?.[1]);
    const citation = citations.find((one) => one.number === number);
    if (!citation) return piece;
    return (
      <button
        // Pieces of one text never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        type="button"
        className={classes["mark"]}
        aria-label={t("chat.openSource", { number, title: citation.title })}
        onClick={() => onOpen(citation)}
      >
        {number}
      </button>
    );
  });
}

function toolNames(calls: unknown): string[] {
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) =>
    typeof call === "object" && call !== null && "name" in call && typeof call.name === "string"
      ? [call.name]
      : [],
  );
}
