// The run log: what started, how the condition came out, what each action did.
import { CodeEditor } from "@parley/ui/code-editor";
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { SearchInput } from "@parley/ui/search-input";
import { SidePanel } from "@parley/ui/side-panel";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Group, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import classes from "./applets.module.css";

const runsQuery = graphql(`
  query GetAppletRuns(
    $projectEnvironmentConfigId: ID!
    $status: AppletRunStatus
    $search: String
    $before: String
  ) {
    appletRuns(
      projectEnvironmentConfigId: $projectEnvironmentConfigId
      status: $status
      search: $search
      before: $before
    ) {
      nextCursor
      rows {
        id
        appletInstanceName
        status
        triggerName
        error
        ms
        createdAt
        event
        condition
        actions {
          name
          packageName
          status
          input
          output
          error
          ms
        }
      }
    }
  }
`);

const retryMutation = graphql(`
  mutation RetryAppletRun($id: ID!) {
    retryAppletRun(id: $id) {
      id
      status
    }
  }
`);

const statuses = ["QUEUED", "RUNNING", "SUCCEEDED", "FAILED", "SKIPPED"] as const;
const tones = {
  QUEUED: "neutral",
  RUNNING: "busy",
  SUCCEEDED: "good",
  FAILED: "bad",
  SKIPPED: "neutral",
} as const;
type Run = ResultOf<typeof runsQuery>["appletRuns"]["rows"][number];

export function RunsTab({ environmentConfigId }: { environmentConfigId: string }) {
  const { t } = useTranslation("applets");
  const [search, setSearch] = useUrlParam("q");
  const [status, setStatus] = useUrlParam("status");
  const [before, setBefore] = useState<string>();
  const [open, setOpen] = useState<Run>();
  const [retry] = useChange(retryMutation);
  const known = statuses.find((candidate) => candidate === status);
  const { data, error, reload } = useData(runsQuery, {
    projectEnvironmentConfigId: environmentConfigId,
    status: known ?? null,
    search: search || null,
    before: before ?? null,
  });
  const runs = data?.appletRuns.rows ?? [];
  const again = async (run: Run) => {
    try {
      await retry({ id: run.id });
      setOpen(undefined);
      reload();
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  return (
    <section className={classes["section"]}>
      <Group>
        <SearchInput value={search} placeholder={t("runs.search")} onChange={setSearch} />
        <Select
          aria-label={t("status.title")}
          placeholder={t("runs.anyStatus")}
          clearable
          data={statuses.map((value) => ({ value, label: t(`runs.${value}`) }))}
          value={known ?? null}
          onChange={(value) => {
            setBefore(undefined);
            setStatus(value ?? "");
          }}
        />
        <Button variant="default" onClick={reload}>
          {t("runs.reload")}
        </Button>
      </Group>
      {error && <ErrorState error={error} onRetry={reload} />}
      {data && runs.length === 0 && <EmptyState title={t("runs.empty")} hint={t("runs.emptyHint")} />}
      <ul className={classes["rows"]}>
        {runs.map((run) => (
          <li key={run.id}>
            <button type="button" className={classes["row"]} onClick={() => setOpen(run)}>
              <StatusBadge tone={tones[run.status]} label={t(`runs.${run.status}`)} />
              <strong>{run.appletInstanceName}</strong>
              <span className={classes["muted"]}>{run.triggerName}</span>
              {run.error && <span className={classes["muted"]}>{run.error}</span>}
              <span className={classes["end"]}>
                {run.ms !== null && run.ms !== undefined && `${Math.round(run.ms)} ms · `}
                <RelativeTime at={run.createdAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {data?.appletRuns.nextCursor && (
        <Button variant="default" onClick={() => setBefore(data.appletRuns.nextCursor ?? undefined)}>
          {t("runs.older")}
        </Button>
      )}
      <SidePanel
        isOpen={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open?.appletInstanceName ?? ""}
        subtitle={open && t(`runs.${open.status}`)}
        footer={open && <Button onClick={() => void again(open)}>{t("runs.retry")}</Button>}
      >
        {open && (
          <div className={classes["section"]}>
            {open.error && <ErrorState error={{ message: open.error }} isInline />}
            <Json title={t("runs.event")} value={open.event} />
            <Json title={t("runs.condition")} value={open.condition} />
            {open.actions.map((action, index) => (
              <Json
                key={`${action.name} ${index}`}
                title={`${action.name} · ${action.status} · ${Math.round(action.ms)} ms`}
                value={{ input: action.input, output: action.output, error: action.error }}
              />
            ))}
          </div>
        )}
      </SidePanel>
    </section>
  );
}

function Json({ title, value }: { title: string; value: unknown }) {
  return (
    <div>
      <h3 className={classes["small"]}>{title}</h3>
      <CodeEditor
        label={title}
        language="json"
        value={JSON.stringify(value ?? null, null, 2)}
        height={150}
        isReadOnly
      />
    </div>
  );
}
