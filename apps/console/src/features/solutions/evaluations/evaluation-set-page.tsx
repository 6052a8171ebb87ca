// One evaluation set: its cases, its runs over time, and two runs side by side.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { ErrorState } from "@parley/ui/error-state";
import { PageHeader } from "@parley/ui/page-header";
import { TabPanel } from "@parley/ui/tabs";
import { Button, Group } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../../generated/graphql.ts";
import { useChange } from "../../../lib/graphql/use-change.ts";
import { useData } from "../../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../../shared/document-title.ts";
import { useProject } from "../../../shared/project.ts";
import { UrlTabs, useUrlTab } from "../../../shared/url-tabs.tsx";
import { paths, urlTo } from "../../../shared/urls.ts";
import { useSolutionName } from "../use-solution-name.ts";
import { CasesTab } from "./cases-tab.tsx";
import { setQuery } from "./documents.ts";
import { RunsTab } from "./runs-tab.tsx";

const SetDialog = lazy(() => import("./set-dialog.tsx").then((module) => ({ default: module.SetDialog })));
const StartRunDialog = lazy(() =>
  import("./start-run-dialog.tsx").then((module) => ({ default: module.StartRunDialog })),
);

const deleteMutation = graphql(`
  mutation DeleteEvaluationSet($id: ID!) {
    deleteEvaluationSet(id: $id)
  }
`);

export function EvaluationSetPage() {
  const { t } = useTranslation("evaluations");
  const navigate = useNavigate();
  const { orgId = "", projectId = "", solutionId = "", evaluationSetId = "" } = useParams();
  const project = useProject();
  const solutionName = useSolutionName(solutionId);
  const { data, error, reload } = useData(
    setQuery,
    { id: evaluationSetId },
    { types: ["EvaluationSet", "EvaluationRun"] },
  );
  const [remove] = useChange(deleteMutation);
  const [open, setOpen] = useState<"rename" | "delete" | "run">();
  const set = data?.evaluationSet;
  const tabs = [
    { id: "cases", label: t("cases.title"), count: set?.cases.length },
    { id: "runs", label: t("runs.title"), count: set?.runs.length },
  ];
  const [tab, setTab] = useUrlTab(tabs);
  useDocumentTitle(set?.name ?? t("set"), project.name);
  if (error && !set) return <ErrorState title={t("error")} error={error} onRetry={reload} />;
  const solutionUrl = urlTo(paths.solution, { orgId, projectId, solutionId });
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        title={set?.name ?? "…"}
        breadcrumb={[
          ...project.crumbs,
          { label: solutionName, href: solutionUrl },
          { label: t("sets"), href: `${solutionUrl}?tab=evaluations` },
        ]}
        state={set?.description || (set && t("state", { count: set.cases.length }))}
        actions={
          <Group gap="xs">
            <Button variant="default" onClick={() => setOpen("delete")}>
              {t("delete")}
            </Button>
            <Button variant="default" onClick={() => setOpen("rename")}>
              {t("rename")}
            </Button>
            <Button
              disabled={!set || set.cases.length === 0}
              title={set?.cases.length === 0 ? t("start.noCases") : undefined}
              onClick={() => setOpen("run")}
            >
              {t("start.action")}
            </Button>
          </Group>
        }
        tabs={<UrlTabs tabs={tabs} label={t("set")} />}
      />
      {set && (
        <TabPanel id={tab}>
          {tab === "cases" ? (
            <CasesTab key={set.version} set={set} onChanged={reload} />
          ) : (
            <RunsTab set={set} onChanged={reload} onStart={() => setOpen("run")} />
          )}
        </TabPanel>
      )}
      <Suspense>
        {set && open === "rename" && (
          <SetDialog solutionId={solutionId} set={set} onClose={close} onSaved={reload} />
        )}
        {set && open === "run" && (
          <StartRunDialog
            set={set}
            onClose={close}
            onStarted={() => {
              reload();
              setTab("runs");
            }}
          />
        )}
      </Suspense>
      {set && (
        <ConfirmDialog
          isOpen={open === "delete"}
          onClose={close}
          title={t("deleteTitle", { name: set.name })}
          losses={[
            { label: t("cases.title").toLowerCase(), count: set.cases.length },
            { label: t("runs.lost"), count: set.runs.length },
          ]}
          confirmLabel={t("delete")}
          onConfirm={async () => {
            await remove({ id: set.id });
            await navigate(`${solutionUrl}?tab=evaluations`);
          }}
        />
      )}
    </>
  );
}
