// From what went wrong to what makes it better: the intent inbox, and a test case for the solution.
import type { TranscriptData, TranscriptTurn } from "@parley/bot-data/transcript";
import { notify } from "@parley/ui/notifications";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import type { HistoryPlace } from "./place.ts";
import { TestCaseDialog } from "./test-case-dialog.tsx";
import classes from "./turn-trace.module.css";

const collectMutation = graphql(`
  mutation CollectTurn($projectId: ID!, $id: ID!, $turn: Int!) {
    collectTurn(projectId: $projectId, id: $id, turn: $turn)
  }
`);

type Props = { place: HistoryPlace; conversation: TranscriptData; turn: TranscriptTurn };

export function TurnActions({ place, conversation, turn }: Props) {
  const { t } = useTranslation("history");
  const [collect, collecting] = useChange(collectMutation);
  const [isTesting, setIsTesting] = useState(false);
  const said = conversation.messages.find((message) => message.sequence === turn.visitorSequence);
  if (!said || said.text === "" || !conversation.can.editBot) return null;
  const answer = conversation.messages
    .filter((message) => message.turn === turn.turn && message.author === "bot" && message.text !== "")
    .map((message) => message.text)
    .join("\n");
  const toInbox = async () => {
    try {
      await collect({ projectId: place.projectId, id: conversation.id, turn: turn.turn });
      notify({ tone: "good", message: t("turn.collected") });
    } catch (error) {
      notify({ tone: "bad", message: error instanceof Error ? error.message : String(error) });
    }
  };
  const solutionId = turn.place?.solutionId;
  return (
    <div className={classes["turnActions"]}>
      {turn.place && (
        <Button
          size="compact-xs"
          variant="default"
          loading={collecting.isBusy}
          onClick={() => void toInbox()}
        >
          {t("turn.collect")}
        </Button>
      )}
      {solutionId && (
        <>
          <Button size="compact-xs" variant="default" onClick={() => setIsTesting(true)}>
            {t("turn.test")}
          </Button>
          {isTesting && (
            <TestCaseDialog
              solutionId={solutionId}
              question={said.text}
              answer={answer}
              onClose={() => setIsTesting(false)}
            />
          )}
        </>
      )}
    </div>
  );
}
