import { StatusBadge } from "@parley/ui/status-badge";
import { useTranslation } from "react-i18next";
import type { Run } from "./documents.ts";
import classes from "./evaluations.module.css";

/** How a run went in one line: a badge, the figures, the version. */
export function RunOutcome({ run }: { run: Run }) {
  const { t } = useTranslation("evaluations");
  return (
    <span className={classes["outcome"]}>
      <RunBadge run={run} />
      <span className={classes["muted"]}>{t("ofVersion", { number: run.versionNumber })}</span>
    </span>
  );
}

export function RunBadge({ run }: { run: Run }) {
  const { t } = useTranslation("evaluations");
  if (run.status === "FINISHED")
    return (
      <StatusBadge
        tone={run.failed === 0 ? "good" : run.passed === 0 ? "bad" : "warning"}
        label={t("passedOf", { passed: run.passed, total: run.total })}
      />
    );
  const tone = run.status === "FAILED" ? "bad" : run.status === "CANCELLED" ? "neutral" : "busy";
  return <StatusBadge tone={tone} label={t(`status.${run.status}`)} />;
}
