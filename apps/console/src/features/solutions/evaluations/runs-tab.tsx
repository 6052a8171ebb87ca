// Runs over time; one opens beside the list, two are compared.
import { EmptyState } from "@parley/ui/empty-state";
import { LineChart } from "@parley/ui/line-chart";
import { IconPlayerPlay } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUrlParam } from "../../../shared/use-url-param.ts";
import { type EvaluationSet, isActive, passShare, type Run } from "./documents.ts";
import { RunList } from "./run-list.tsx";
import { RunProgress } from "./run-progress.tsx";
import classes from "./evaluations.module.css";

const RunPanel = lazy(() => import("./run-panel.tsx").then((module) => ({ default: module.RunPanel })));
const RunComparison = lazy(() =>
  import("./run-comparison.tsx").then((module) => ({ default: module.RunComparison })),
);

type Props = { set: EvaluationSet; onChanged: () => void; onStart: () => void };

export function RunsTab({ set, onChanged, onStart }: Props) {
  const { t } = useTranslation("evaluations");
  const [openRun, setOpenRun] = useUrlParam("run");
  const [compared, setCompared] = useUrlParam("compare");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { runs } = set;
  if (runs.length === 0)
    return (
      <EmptyState
        icon={<IconPlayerPlay size={20} />}
        title={t("runs.empty")}
        hint={t("runs.emptyHint")}
        {...(set.cases.length > 0 && { action: { label: t("start.action"), onClick: onStart } })}
      />
    );
  const pair = compared.split(",").flatMap((id) => runs.filter((run) => run.id === id));
  const [one, other] = pair.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  return (
    <section className={classes["section"]} aria-label={t("runs.title")}>
      {runs.filter(isActive).map((run) => (
        <RunProgress key={run.id} run={run} onChanged={onChanged} />
      ))}
      <ResultsOverTime runs={runs} />
      <RunList
        runs={runs}
        chosen={chosen}
        openRunId={openRun}
        onChoose={setChosen}
        onOpen={setOpenRun}
        onCompare={() => setCompared(chosen.join(","))}
      />
      <Suspense>
        {one && other && <RunComparison before={one} after={other} onClose={() => setCompared("")} />}
        {openRun && <RunPanel id={openRun} onClose={() => setOpenRun("")} />}
      </Suspense>
    </section>
  );
}

function ResultsOverTime({ runs }: { runs: readonly Run[] }) {
  const { t } = useTranslation("evaluations");
  const finished = runs.filter((run) => run.status === "FINISHED").toReversed();
  if (finished.length < 2) return null;
  return (
    <LineChart
      title={t("runs.overTime")}
      pointLabel={t("runs.run")}
      points={finished.map((run) => ({
        label: t("runs.short", { number: run.versionNumber }),
        name: `${new Date(run.createdAt).toLocaleString()} · ${t("version", { number: run.versionNumber })}`,
        href: `?tab=runs&run=${run.id}`,
      }))}
      series={[{ id: "share", label: t("runs.share"), tone: "teal", values: finished.map(passShare) }]}
      format={(value) => `${Math.round(value * 100)} %`}
      most={1}
      height={160}
      empty={t("runs.empty")}
    />
  );
}
