// One run: what started it, how the condition came out, and what each action did.
import { ErrorState } from "@parley/ui/error-state";
import { SidePanel } from "@parley/ui/side-panel";
import { StatusBadge } from "@parley/ui/status-badge";
import { RelativeTime } from "@parley/ui/relative-time";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ResultOf } from "../../generated/graphql.ts";
import { ConditionOutcome } from "./condition/explanation.tsx";
import { Fields } from "./fields.tsx";
import { runTones, type runsQuery } from "./runs.ts";
import classes from "./applets.module.css";

type Run = ResultOf<typeof runsQuery>["appletRuns"]["rows"][number];
type Props = { run: Run; isRetrying: boolean; onRetry: () => void; onClose: () => void };

const actionTones = { SUCCEEDED: "good", FAILED: "bad", SKIPPED: "neutral" } as const;
type ActionStatus = keyof typeof actionTones;
const isKnown = (status: string): status is ActionStatus => Object.hasOwn(actionTones, status);

export function RunPanel({ run, isRetrying, onRetry, onClose }: Props) {
  const { t } = useTranslation("applets");
  const isOver = run.status !== "QUEUED" && run.status !== "RUNNING";
  return (
    <SidePanel
      isOpen
      onClose={onClose}
      width={520}
      title={run.appletInstanceName}
      subtitle={
        <span className={classes["runLine"]}>
          <StatusBadge tone={runTones[run.status]} label={t(`runs.${run.status}`)} />
          <span>
            <RelativeTime at={run.createdAt} />
            {run.attempt > 1 && ` · ${t("runs.attempt", { count: run.attempt })}`}
            {run.retryOf && ` · ${t("runs.isRetry")}`}
          </span>
        </span>
      }
      footer={
        <Button loading={isRetrying} disabled={!isOver} onClick={onRetry}>
          {t("runs.retry")}
        </Button>
      }
    >
      <div className={classes["section"]}>
        {run.error && <ErrorState error={{ message: run.error }} isInline />}
        <div>
          <h3 className={classes["small"]}>
            {t("when")}: {run.triggerName}
          </h3>
          <Fields value={run.event} />
        </div>
        <div>
          <h3 className={classes["small"]}>{t("if")}</h3>
          {run.condition ? (
            <ConditionOutcome value={run.condition} />
          ) : (
            <p className={classes["muted"]}>{t("runs.notYet")}</p>
          )}
        </div>
        <div>
          <h3 className={classes["small"]}>{t("then")}</h3>
          {run.actions.length === 0 && <p className={classes["muted"]}>{t("runs.noActions")}</p>}
          {run.actions.map((action, index) => (
            <details
              key={`${action.name} ${index}`}
              className={classes["action"]}
              open={action.status === "FAILED"}
            >
              <summary>
                <StatusBadge
                  tone={isKnown(action.status) ? actionTones[action.status] : "neutral"}
                  label={isKnown(action.status) ? t(`runs.action.${action.status}`) : action.status}
                />
                <span>{action.name}</span>
                <span className={classes["end"]}>{t("runs.ms", { ms: Math.round(action.ms) })}</span>
              </summary>
              {action.error && <p className={classes["problem"]}>{action.error}</p>}
              <h4 className={classes["small"]}>{t("runs.input")}</h4>
              <Fields value={action.input} />
              {action.output !== null && action.output !== undefined && (
                <>
                  <h4 className={classes["small"]}>{t("runs.output")}</h4>
                  <Fields value={action.output} />
                </>
              )}
            </details>
          ))}
        </div>
      </div>
    </SidePanel>
  );
}
