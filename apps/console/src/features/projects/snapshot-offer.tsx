// Before a project is deleted: a snapshot of the server, from which it could be brought back.
import { RelativeTime } from "@parley/ui/relative-time";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSubscription } from "urql";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import classes from "./project-page.module.css";

const lastSnapshotQuery = graphql(`
  query GetLastSnapshots {
    dbSnapshots {
      id
      status
      finishedAt
    }
  }
`);

const takeMutation = graphql(`
  mutation TakeSnapshotBeforeDelete {
    makeDbSnapshot {
      id
      status
    }
  }
`);

const progressSubscription = graphql(`
  subscription SnapshotBeforeDelete($id: ID!) {
    dbSnapshot(id: $id) {
      id
      status
      progress
      finishedAt
    }
  }
`);

export function SnapshotOffer() {
  const { t } = useTranslation("projects");
  const { data, error } = useData(lastSnapshotQuery, {});
  const [take, { isBusy }] = useChange(takeMutation);
  const [takenId, setTakenId] = useState<string>();
  const [problem, setProblem] = useState("");
  const [{ data: progress }] = useSubscription({
    query: progressSubscription,
    variables: { id: takenId ?? "" },
    pause: takenId === undefined,
  });
  // Only who administers the whole server can take one.
  if (error) return <p>{t("delete.askForSnapshot")}</p>;
  const taken = progress?.dbSnapshot;
  const last = data?.dbSnapshots.find((snapshot) => snapshot.finishedAt);
  return (
    <div className={classes["snapshot"]}>
      <p>
        {taken?.finishedAt
          ? t("delete.snapshotDone")
          : takenId
            ? t("delete.snapshotRuns", { percent: Math.round((taken?.progress ?? 0) * 100) })
            : t("delete.hint")}{" "}
        {!takenId && last?.finishedAt && (
          <>
            {t("delete.lastSnapshot")} <RelativeTime at={last.finishedAt} />
          </>
        )}
      </p>
      {!takenId && (
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          onClick={() =>
            void take({}).then(
              (answer) => setTakenId(answer.makeDbSnapshot.id),
              (reason: unknown) => setProblem(reason instanceof Error ? reason.message : String(reason)),
            )
          }
        >
          {t("delete.takeSnapshot")}
        </Button>
      )}
      {problem && <p role="alert">{problem}</p>}
    </div>
  );
}
