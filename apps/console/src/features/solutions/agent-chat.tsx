// A chat with the version as it stands in the form. Answers are text, never markup; sources open their passage.
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "urql";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import type { VersionValues } from "./version-form.tsx";
import classes from "./solutions.module.css";

const trySubscription = graphql(`
  subscription TryAgent($input: TryAgentInput!) {
    tryAgent(input: $input) {
      label
      delta
      answer {
        text
        provider
        model
        inputTokens
        outputTokens
        cost
        ms
        isIncomplete
        failure
        citations {
          number
          fileId
          title
          passage
          chunkId
        }
      }
    }
  }
`);

type Answer = NonNullable<ResultOf<typeof trySubscription>["tryAgent"]["answer"]>;
type Turn = { question: string; text: string; answer?: Answer; failure?: string };

export function AgentChat({
  solutionVersionId,
  values,
}: {
  solutionVersionId: string;
  values: VersionValues | undefined;
}) {
  const { t } = useTranslation("solutions");
  const client = useClient();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [text, setText] = useState("");
  const [isBusy, setIsBusy] = useState(false);

  const change = (index: number, part: (turn: Turn) => Partial<Turn>) =>
    setTurns((all) => all.map((turn, at) => (at === index ? { ...turn, ...part(turn) } : turn)));

  const ask = () => {
    const question = text.trim();
    if (question === "") return;
    const index = turns.length;
    const history = turns.flatMap((turn) => [
      { role: "visitor", text: turn.question },
      { role: "bot", text: turn.text },
    ]);
    setTurns([...turns, { question, text: "" }]);
    setText("");
    setIsBusy(true);
    const input = { solutionVersionId, text: question, history, ...(values && { values }) };
    const running = client.subscription(trySubscription, { input }).subscribe((result) => {
      const event = result.data?.tryAgent;
      const failure = result.error?.graphQLErrors[0]?.message ?? result.error?.message;
      if (failure) change(index, () => ({ failure }));
      if (event?.delta) change(index, (turn) => ({ text: turn.text + event.delta }));
      if (event?.answer) {
        const { answer } = event;
        change(index, () => ({ text: answer.text, answer }));
      }
      if (failure || event?.answer) {
        setIsBusy(false);
        // After this turn of the loop: the answer may come before subscribe() has returned.
        queueMicrotask(() => running.unsubscribe());
      }
    });
  };

  return (
    <aside className={classes["chat"]} aria-label={t("chat.title")}>
      <div className={classes["chatHead"]}>
        <h2 className={classes["heading"]}>{t("chat.title")}</h2>
        {values && <StatusBadge tone="info" label={t("chat.unsaved")} />}
        <Button
          size="xs"
          variant="subtle"
          ml="auto"
          disabled={turns.length === 0}
          onClick={() => setTurns([])}
        >
          {t("chat.clear")}
        </Button>
      </div>
      <div className={classes["turns"]} aria-live="polite">
        {turns.length === 0 && <p className={classes["muted"]}>{t("chat.hint")}</p>}
        {turns.map((turn, index) => (
          // Turns are only ever added at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index}>
            <p className={classes["question"]}>{turn.question}</p>
            {turn.failure ? (
              <p role="alert">{turn.failure}</p>
            ) : (
              <p className={classes["answer"]}>{turn.text || "…"}</p>
            )}
            {turn.answer && <AnswerDetails answer={turn.answer} />}
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
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy} disabled={text.trim() === ""}>
          {t("chat.send")}
        </Button>
      </form>
    </aside>
  );
}

function AnswerDetails({ answer }: { answer: Answer }) {
  const { t } = useTranslation("solutions");
  return (
    <div className={classes["details"]}>
      <span className={classes["muted"]}>
        {t("chat.facts", {
          model: answer.model || answer.provider,
          input: answer.inputTokens,
          output: answer.outputTokens,
          cost: answer.cost.toFixed(4),
          ms: answer.ms,
        })}
      </span>
      {answer.isIncomplete && <StatusBadge tone="warning" label={answer.failure ?? t("chat.incomplete")} />}
      {answer.citations.map((citation) => (
        <details key={citation.chunkId}>
          <summary>
            [{citation.number}] {citation.title}
          </summary>
          <blockquote className={classes["passage"]}>{citation.passage}</blockquote>
        </details>
      ))}
    </div>
  );
}
