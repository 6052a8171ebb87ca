// Everything the search finds as a file, written by a job that can be left.
import type { HistoryFilters, HistorySearchData } from "@parley/bot-data/history";
import { JobProgress } from "@parley/ui/job-progress";
import { Button, Checkbox, Modal, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSubscription } from "urql";
import { z } from "zod";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import type { HistoryPlace } from "./place.ts";
import classes from "./parts.module.css";

const exportMutation = graphql(`
  mutation ExportHistory(
    $projectId: ID!
    $customerId: ID
    $searchBody: JSON!
    $format: HistoryExportFormat!
    $rows: HistoryExportRows!
    $isRevealed: Boolean
  ) {
    exportHistory(
      projectId: $projectId
      customerId: $customerId
      searchBody: $searchBody
      format: $format
      rows: $rows
      isRevealed: $isRevealed
    ) {
      id
    }
  }
`);
const jobSubscription = graphql(`
  subscription HistoryExportJob($projectId: ID!, $id: ID!) {
    job(projectId: $projectId, id: $id) {
      id
      status
      progress
      message
      result
    }
  }
`);

type Props = {
  place: HistoryPlace;
  filters: HistoryFilters;
  total: HistorySearchData["total"] | undefined;
};

export function ExportButton(props: Props) {
  const { t } = useTranslation("history");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t("export.open")}</Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={t("export.title")} centered>
        {isOpen && <ExportForm {...props} />}
      </Modal>
    </>
  );
}

function ExportForm({ place, filters, total }: Props) {
  const { t } = useTranslation("history");
  const [start, starting] = useChange(exportMutation);
  const [format, setFormat] = useState<"CSV" | "JSON">("CSV");
  const [rows, setRows] = useState<"CONVERSATIONS" | "TURNS">("CONVERSATIONS");
  const [isRevealed, setIsRevealed] = useState(false);
  const [jobId, setJobId] = useState<string>();
  const [problem, setProblem] = useState("");
  const begin = async () => {
    try {
      setProblem("");
      const { exportHistory } = await start({
        projectId: place.projectId,
        customerId: place.customerId ?? null,
        searchBody: filters,
        format,
        rows,
        isRevealed,
      });
      setJobId(exportHistory.id);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className={classes["form"]}>
      <p className={classes["muted"]}>
        {t(total?.isAtLeast ? "export.countAtLeast" : "export.count", { count: total?.count ?? 0 })}
      </p>
      <SegmentedControl
        aria-label={t("export.rows")}
        value={rows}
        data={[
          { value: "CONVERSATIONS", label: t("export.CONVERSATIONS") },
          { value: "TURNS", label: t("export.TURNS") },
        ]}
        onChange={(value) => setRows(value === "TURNS" ? "TURNS" : "CONVERSATIONS")}
      />
      <SegmentedControl
        aria-label={t("export.format")}
        value={format}
        data={["CSV", "JSON"]}
        onChange={(value) => setFormat(value === "JSON" ? "JSON" : "CSV")}
      />
      <Checkbox
        label={t("export.revealed")}
        description={t("export.revealedHint")}
        checked={isRevealed}
        onChange={(event) => setIsRevealed(event.currentTarget.checked)}
      />
      {problem && <p role="alert">{problem}</p>}
      {jobId && <ExportProgress projectId={place.projectId} jobId={jobId} />}
      <div className={classes["formActions"]}>
        <Button loading={starting.isBusy} onClick={() => void begin()}>
          {t("export.start")}
        </Button>
      </div>
    </div>
  );
}

const states = {
  QUEUED: "queued",
  RUNNING: "running",
  SUCCEEDED: "succeeded",
  FAILED: "failed",
  CANCELLED: "failed",
} as const;
const exportResult = z.object({ url: z.string(), fileName: z.string(), rowCount: z.number() });

function ExportProgress({ projectId, jobId }: { projectId: string; jobId: string }) {
  const { t } = useTranslation("history");
  const [{ data }] = useSubscription({ query: jobSubscription, variables: { projectId, id: jobId } });
  const job = data?.job;
  const result = exportResult.safeParse(job?.result).data;
  return (
    <>
      <JobProgress
        label={t("export.running")}
        state={job ? states[job.status] : "queued"}
        progress={job?.progress}
        detail={result ? t("export.done", { count: result.rowCount }) : job?.message}
      />
      {result && (
        <a href={result.url} download={result.fileName}>
          {t("export.download", { name: result.fileName })}
        </a>
      )}
    </>
  );
}
