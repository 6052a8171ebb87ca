import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button } from "@mantine/core";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { money } from "../../../shared/money.ts";
import { useCurrency } from "../editor/use-currency.ts";
import type { Run } from "./documents.ts";
import { RunBadge } from "./run-outcome.tsx";

type Props = {
  runs: readonly Run[];
  chosen: readonly string[];
  openRunId: string;
  onChoose: (ids: string[]) => void;
  onOpen: (id: string) => void;
  onCompare: () => void;
};

export function RunList({ runs, chosen, openRunId, onChoose, onOpen, onCompare }: Props) {
  const { t } = useTranslation("evaluations");
  const currency = useCurrency();
  const columns = useMemo(() => columnsIn(t, currency), [t, currency]);
  return (
    <DataTable
      label={t("runs.title")}
      storageKey="evaluation-runs"
      columns={columns}
      rows={runs}
      getRowId={(run) => run.id}
      hasSearch={false}
      fillsPage={false}
      onOpenRow={(run) => onOpen(run.id)}
      openRowId={openRunId || undefined}
      selection={{
        selectedIds: chosen,
        onChange: onChoose,
        actions: () => (
          <Button
            size="xs"
            disabled={chosen.length !== 2}
            title={chosen.length === 2 ? undefined : t("compare.chooseTwo")}
            onClick={onCompare}
          >
            {t("compare.action")}
          </Button>
        ),
      }}
    />
  );
}

function columnsIn(t: TFunction<"evaluations">, currency: string): Column<Run>[] {
  return [
    {
      id: "when",
      header: t("when"),
      isAlwaysShown: true,
      width: "150px",
      value: (run) => Date.parse(run.createdAt),
      cell: (run) => <RelativeTime at={run.createdAt} />,
    },
    {
      id: "version",
      header: t("runs.versionTitle"),
      value: (run) => run.versionNumber,
      cell: (run) => (
        <>
          {t("version", { number: run.versionNumber })}{" "}
          {!run.isCurrent && <StatusBadge tone="neutral" label={t("runs.changedSince")} />}
        </>
      ),
    },
    {
      id: "outcome",
      header: t("runs.outcome"),
      value: (run) => (run.total === 0 ? 0 : run.passed / run.total),
      cell: (run) => <RunBadge run={run} />,
    },
    {
      id: "cost",
      header: t("runs.cost"),
      width: "100px",
      align: "right",
      value: (run) => run.cost,
      cell: (run) => money(run.cost, currency),
    },
    { id: "by", header: t("runs.by"), value: (run) => run.createdBy, cell: (run) => run.createdBy ?? "–" },
  ];
}
