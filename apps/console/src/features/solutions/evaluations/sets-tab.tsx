// The evaluation sets of a solution, with how the newest run of each went.
import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { EmptyState } from "@parley/ui/empty-state";
import { Link } from "@parley/ui/link";
import { RelativeTime } from "@parley/ui/relative-time";
import { Button, Group } from "@mantine/core";
import { IconChecklist } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../../generated/graphql.ts";
import type { ResultOf } from "../../../generated/graphql.ts";
import { useData } from "../../../lib/graphql/use-data.ts";
import { paths, urlTo } from "../../../shared/urls.ts";
// Registers the fragment of a run.
import "./documents.ts";
import { RunOutcome } from "./run-outcome.tsx";
import { SetDialog } from "./set-dialog.tsx";
import classes from "./evaluations.module.css";

const setsQuery = graphql(`
  query GetEvaluationSets($solutionId: ID!) {
    evaluationSets(solutionId: $solutionId) {
      id
      name
      description
      updatedAt
      cases {
        id
      }
      runs(limit: 1) {
        ...EvaluationRunRow
      }
    }
  }
`);

type Row = ResultOf<typeof setsQuery>["evaluationSets"][number];

export function SetsTab({ solutionId }: { solutionId: string }) {
  const { t } = useTranslation("evaluations");
  const navigate = useNavigate();
  const { orgId = "", projectId = "" } = useParams();
  const { data, error, isLoading, reload } = useData(
    setsQuery,
    { solutionId },
    { types: ["EvaluationSet", "EvaluationRun"] },
  );
  const [isCreating, setIsCreating] = useState(false);
  const urlOf = useMemo(
    () => (evaluationSetId: string) =>
      urlTo(paths.evaluationSet, { orgId, projectId, solutionId, evaluationSetId }),
    [orgId, projectId, solutionId],
  );
  const columns = useMemo(() => columnsIn(t, urlOf), [t, urlOf]);
  const sets = data?.evaluationSets;
  return (
    <>
      {sets && sets.length > 0 && (
        <Group justify="space-between" className={classes["lead"] ?? ""}>
          <p className={classes["muted"]}>{t("lead")}</p>
          <Button onClick={() => setIsCreating(true)}>{t("create")}</Button>
        </Group>
      )}
      <DataTable
        label={t("sets")}
        storageKey="evaluation-sets"
        columns={columns}
        rows={sets}
        getRowId={(set) => set.id}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        hasSearch={false}
        fillsPage={false}
        onOpenRow={(set) => void navigate(urlOf(set.id))}
        empty={
          <EmptyState
            icon={<IconChecklist size={20} />}
            title={t("empty.title")}
            hint={t("empty.hint")}
            action={{ label: t("create"), onClick: () => setIsCreating(true) }}
          />
        }
      />
      {isCreating && (
        <SetDialog
          solutionId={solutionId}
          onClose={() => setIsCreating(false)}
          onSaved={(id) => void navigate(urlOf(id))}
        />
      )}
    </>
  );
}

function columnsIn(t: TFunction<"evaluations">, urlOf: (id: string) => string): Column<Row>[] {
  return [
    {
      id: "name",
      header: t("name"),
      isAlwaysShown: true,
      width: "34%",
      value: (set) => set.name,
      cell: (set) => (
        <>
          <Link className={classes["name"]} href={urlOf(set.id)}>
            {set.name}
          </Link>
          {set.description && <span className={classes["muted"]}> {set.description}</span>}
        </>
      ),
    },
    {
      id: "cases",
      header: t("cases.title"),
      width: "90px",
      align: "right",
      value: (set) => set.cases.length,
      cell: (set) => set.cases.length,
    },
    {
      id: "last",
      header: t("lastRun"),
      cell: (set) => (set.runs[0] ? <RunOutcome run={set.runs[0]} /> : t("neverRun")),
    },
    {
      id: "at",
      header: t("when"),
      width: "140px",
      value: (set) => Date.parse(set.runs[0]?.createdAt ?? ""),
      cell: (set) => <RelativeTime at={set.runs[0]?.createdAt} />,
    },
  ];
}
