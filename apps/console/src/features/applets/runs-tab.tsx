// The run log, newest first; a run opens beside it.
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { SearchInput } from "@parley/ui/search-input";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Group, Select } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useLookAgain } from "../../lib/graphql/use-look-again.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { RunPanel } from "./run-panel.tsx";
import { retryMutation, runQuery, runsQuery, runStatuses, runTones } from "./runs.ts";
import classes from "./applets.module.css";

type Props = {
  environmentConfigId: string;
  instances: readonly { id: string; name: string }[];
};

const lookAgainMs = 3_000;
/** As many as the query asks for. */
const pageSize = 50;

export function RunsTab({ environmentConfigId, instances }: Props) {
  const { t } = useTranslation("applets");
  const [search, setSearch] = useUrlParam("q");
  const [status, setStatus] = useUrlParam("status");
  const [instanceId, setInstanceId] = useUrlParam("applet");
  const [openId, setOpenId] = useUrlParam("run");
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [retry, { isBusy }] = useChange(retryMutation);
  const known = runStatuses.find((candidate) => candidate === status);
  const reading = useData(runsQuery, {
    projectEnvironmentConfigId: environmentConfigId,
    appletInstanceId: instanceId || null,
    status: known ?? null,
    search: search || null,
    before: cursors.at(-1) ?? null,
  });
  const { data, error, reload } = reading;
  const runs = data?.appletRuns.rows ?? [];
  const listed = runs.find((run) => run.id === openId);
  // An address may lead to any run, and one that is run again may not be among those that were asked for.
  const isElsewhere = openId !== "" && data !== undefined && listed === undefined;
  const other = useData(runQuery, { id: openId }, { isPaused: !isElsewhere });
  const open = listed ?? (isElsewhere ? other.data?.appletRunById : undefined);
  const isMoving = [...runs, ...(open ? [open] : [])].some(
    (run) => run.status === "QUEUED" || run.status === "RUNNING",
  );
  useLookAgain(reading, isMoving, lookAgainMs);
  useLookAgain(other, isMoving && isElsewhere, lookAgainMs);
  const narrow = (set: (value: string) => void) => (value: string | null) => {
    setCursors([]);
    set(value ?? "");
  };
  const again = async (id: string) => {
    try {
      const answer = await retry({ id });
      setCursors([]);
      setOpenId(answer.retryAppletRun.id);
      reload();
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  // A search that stopped before the end of the log, with less than a page found.
  const isCutShort =
    data?.appletRuns.searchedBackTo != null && data.appletRuns.nextCursor != null && runs.length < pageSize;
  const searched = isCutShort && (
    <>
      {t(cursors.length > 0 ? "runs.searchedOlder" : "runs.searchedNewest", {
        count: data.appletRuns.searched ?? 0,
      })}{" "}
      <RelativeTime at={data.appletRuns.searchedBackTo ?? ""} />
    </>
  );
  const next = data?.appletRuns.nextCursor;
  const older = next != null && {
    label: t(isCutShort ? "runs.searchOn" : "runs.older"),
    onClick: () => setCursors([...cursors, next]),
  };
  const isNarrowed = search !== "" || known !== undefined || instanceId !== "";
  return (
    <section className={classes["section"]} aria-label={t("tabs.runs")}>
      <Group>
        <SearchInput value={search} placeholder={t("runs.search")} onChange={narrow(setSearch)} />
        <Select
          aria-label={t("status.title")}
          placeholder={t("runs.anyStatus")}
          clearable
          data={runStatuses.map((value) => ({ value, label: t(`runs.${value}`) }))}
          value={known ?? null}
          onChange={narrow(setStatus)}
        />
        <Select
          aria-label={t("runs.applet")}
          placeholder={t("runs.anyApplet")}
          clearable
          searchable
          data={instances.map(({ id, name }) => ({ value: id, label: name }))}
          value={instanceId || null}
          onChange={narrow(setInstanceId)}
        />
        <Button variant="default" onClick={reload}>
          {t("runs.reload")}
        </Button>
      </Group>
      {error && <ErrorState error={error} onRetry={reload} />}
      {data && runs.length === 0 && (
        <EmptyState
          icon={<IconHistory size={20} />}
          title={isNarrowed ? t(isCutShort ? "runs.noMatchYet" : "runs.noMatch") : t("runs.empty")}
          hint={isNarrowed ? searched : t("runs.emptyHint")}
          {...(older && { action: older })}
        />
      )}
      {runs.length > 0 && (
        <ul className={classes["rows"]}>
          {runs.map((run) => (
            <li key={run.id}>
              <button
                type="button"
                className={classes["row"]}
                aria-pressed={run.id === openId}
                onClick={() => setOpenId(run.id)}
              >
                <StatusBadge tone={runTones[run.status]} label={t(`runs.${run.status}`)} />
                <strong>{run.appletInstanceName}</strong>
                <span className={classes["muted"]}>{run.triggerName}</span>
                {run.error && <span className={classes["problem"]}>{run.error}</span>}
                <span className={classes["end"]}>
                  {run.ms !== null &&
                    run.ms !== undefined &&
                    `${t("runs.ms", { ms: Math.round(run.ms) })} · `}
                  <RelativeTime at={run.createdAt} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {runs.length > 0 && searched && <p className={classes["muted"]}>{searched}</p>}
      <Group>
        {cursors.length > 0 && (
          <Button variant="default" onClick={() => setCursors(cursors.slice(0, -1))}>
            {t("runs.newer")}
          </Button>
        )}
        {runs.length > 0 && older && (
          <Button variant="default" onClick={older.onClick}>
            {older.label}
          </Button>
        )}
      </Group>
      {isElsewhere && other.error && <ErrorState error={other.error} onRetry={other.reload} isInline />}
      {open && (
        <RunPanel
          key={open.id}
          run={open}
          isRetrying={isBusy}
          onRetry={() => void again(open.id)}
          onClose={() => setOpenId("")}
        />
      )}
    </section>
  );
}
