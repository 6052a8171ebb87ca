// Labels, the outcome and notes: what colleagues add to a conversation afterwards.
import type { TranscriptData } from "@parley/bot-data/transcript";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { Autocomplete, Button, TagsInput, Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useKeptText } from "../../shared/kept-text.ts";
import { outcomeLabel, storedOutcome, usualOutcomes } from "./outcome-words.ts";
import { WithMasks } from "./marked-text.tsx";
import type { HistoryPlace } from "./place.ts";
import classes from "./parts.module.css";

const labelsQuery = graphql(`
  query HistoryLabels($projectId: ID!) {
    historyLabels(projectId: $projectId)
  }
`);
const labelMutation = graphql(`
  mutation SetConversationLabels($projectId: ID!, $id: ID!, $labels: [String!]!) {
    setConversationLabels(projectId: $projectId, id: $id, labels: $labels) {
      data
    }
  }
`);
const outcomeMutation = graphql(`
  mutation SetConversationOutcome($projectId: ID!, $id: ID!, $outcome: String!) {
    setConversationOutcome(projectId: $projectId, id: $id, outcome: $outcome) {
      data
    }
  }
`);
const noteMutation = graphql(`
  mutation AddHistoryNote($projectId: ID!, $id: ID!, $text: String!) {
    addHistoryNote(projectId: $projectId, id: $id, text: $text) {
      data
    }
  }
`);

type Props = { place: HistoryPlace; conversation: TranscriptData; onChanged: () => void };

export function Annotations({ place, conversation, onChanged }: Props) {
  const { t } = useTranslation("history");
  const { projectId } = place;
  const { id, can, status } = conversation;
  const { data } = useData(labelsQuery, { projectId });
  const [setLabels] = useChange(labelMutation);
  // One after the other: of two quick changes the later one has to be the one that stays.
  const labelsSaved = useRef(Promise.resolve());
  const [labelState, showLabelState] = useState<"saving" | "saved">();
  const [setOutcome] = useChange(outcomeMutation);
  const [addNote, adding] = useChange(noteMutation);
  const [labels, showLabels] = useState<string[]>([...conversation.labels]);
  // In words; an outcome that a flow named itself is its own word.
  const [outcome, showOutcome] = useState(conversation.outcome && outcomeLabel(t, conversation.outcome));
  const stored = storedOutcome(t, outcome);
  const [note, setNote] = useKeptText(`note-${id}`);
  const attempt = async (work: () => Promise<unknown>, done?: () => void, failed?: () => void) => {
    try {
      await work();
      done?.();
      onChanged();
    } catch (error) {
      failed?.();
      notify({ tone: "bad", message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <div className={classes["form"]}>
      <TagsInput
        label={t("notes.labels")}
        description={can.annotate ? t("notes.labelsHint") : t("notes.cannot")}
        value={labels}
        data={data?.historyLabels ?? []}
        maxTags={20}
        disabled={!can.annotate}
        onChange={(next) => {
          showLabels(next);
          showLabelState("saving");
          labelsSaved.current = labelsSaved.current.then(() =>
            attempt(
              () => setLabels({ projectId, id, labels: next }),
              () => showLabelState("saved"),
              () => showLabelState(undefined),
            ),
          );
        }}
      />
      {labelState && (
        <p className={classes["muted"]} role="status">
          {t(labelState === "saved" ? "notes.labelsSaved" : "notes.labelsSaving")}
        </p>
      )}
      <div className={classes["inline"]}>
        <Autocomplete
          label={t("notes.outcome")}
          description={status === "ENDED" ? undefined : t("notes.outcomeLater")}
          className={classes["grow"] ?? ""}
          value={outcome}
          data={usualOutcomes.map((usual) => outcomeLabel(t, usual))}
          disabled={!can.annotate || status !== "ENDED"}
          onChange={showOutcome}
        />
        <Button
          variant="default"
          disabled={
            !can.annotate || status !== "ENDED" || stored === conversation.outcome || outcome.trim() === ""
          }
          onClick={() => void attempt(() => setOutcome({ projectId, id, outcome: stored }))}
        >
          {t("notes.setOutcome")}
        </Button>
      </div>
      <h3 className={classes["heading"]}>{t("notes.list")}</h3>
      {conversation.notes.length === 0 && <p className={classes["muted"]}>{t("notes.none")}</p>}
      <ul className={classes["notes"]} aria-label={t("notes.list")}>
        {conversation.notes.map((one) => (
          <li key={one.id}>
            <p className={classes["muted"]}>
              {one.authorName} · <RelativeTime at={one.createdAt} />
            </p>
            <p className={classes["text"]}>
              <WithMasks text={one.text} />
            </p>
          </li>
        ))}
      </ul>
      {can.annotate && (
        <>
          <Textarea
            label={t("notes.add")}
            autosize
            minRows={2}
            maxLength={5_000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <div className={classes["formActions"]}>
            <Button
              loading={adding.isBusy}
              disabled={note.trim() === ""}
              onClick={() =>
                void attempt(
                  () => addNote({ projectId, id, text: note }),
                  () => setNote(""),
                )
              }
            >
              {t("notes.save")}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
