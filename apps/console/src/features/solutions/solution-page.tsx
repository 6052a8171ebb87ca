// One solution: what answers where, its versions, how they are evaluated, and everything that went out.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { ErrorState } from "@parley/ui/error-state";
import { LinkButton } from "@parley/ui/link-button";
import { PageHeader } from "@parley/ui/page-header";
import { TabPanel } from "@parley/ui/tabs";
import { Button, Group } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useProject } from "../../shared/project.ts";
import { UrlTabs, useUrlTab } from "../../shared/url-tabs.tsx";
import { paths, urlTo } from "../../shared/urls.ts";
import { ReleaseCards } from "./release-cards.tsx";
import { VersionsTab } from "./versions-tab.tsx";

const SetsTab = lazy(() =>
  import("./evaluations/sets-tab.tsx").then((module) => ({ default: module.SetsTab })),
);
const ReleasesTab = lazy(() =>
  import("./releases-tab.tsx").then((module) => ({ default: module.ReleasesTab })),
);
const SettingsTab = lazy(() =>
  import("./settings-tab.tsx").then((module) => ({ default: module.SettingsTab })),
);

const solutionQuery = graphql(`
  query GetSolutionById($id: ID!) {
    solutionById(id: $id) {
      id
      name
      settings
      version
      solutionVersions {
        id
        number
      }
      releases {
        id
        ...CurrentRelease
      }
    }
  }
`);

const deleteMutation = graphql(`
  mutation DeleteSolution($solutionId: ID!) {
    deleteSolution(solutionId: $solutionId)
  }
`);

export function SolutionPage() {
  const { t } = useTranslation("solutions");
  const navigate = useNavigate();
  const { orgId = "", projectId = "", solutionId = "" } = useParams();
  const project = useProject();
  const { data, error, reload } = useData(
    solutionQuery,
    { id: solutionId },
    { types: ["SolutionRelease", "SolutionVersion"] },
  );
  const [remove] = useChange(deleteMutation);
  const [isDeleting, setIsDeleting] = useState(false);
  const solution = data?.solutionById;
  const versionCount = solution?.solutionVersions.length;
  const newest = solution?.solutionVersions.toSorted((a, b) => b.number - a.number)[0];
  const tabs = [
    { id: "versions", label: t("list.versions"), count: versionCount },
    { id: "evaluations", label: t("tab.evaluations") },
    { id: "releases", label: t("tab.releases") },
    { id: "settings", label: t("tab.settings") },
  ];
  const [tab] = useUrlTab(tabs);
  useDocumentTitle(solution?.name ?? t("solution"), project.name);
  if (error && !solution) return <ErrorState title={t("error")} error={error} onRetry={reload} />;
  const listUrl = urlTo(paths.solutions, { orgId, projectId });
  return (
    <>
      <PageHeader
        title={solution?.name ?? "…"}
        breadcrumb={[...project.crumbs, { label: t("list.title"), href: listUrl }]}
        state={versionCount !== undefined && t("state", { count: versionCount })}
        actions={
          <Group gap="xs">
            <Button variant="default" onClick={() => setIsDeleting(true)}>
              {t("delete")}
            </Button>
            {newest && (
              <LinkButton
                href={urlTo(paths.solutionVersion, {
                  orgId,
                  projectId,
                  solutionId,
                  solutionVersionId: newest.id,
                })}
              >
                {t("openVersion", { number: newest.number })}
              </LinkButton>
            )}
          </Group>
        }
        tabs={<UrlTabs tabs={tabs} label={t("solution")} />}
      />
      <TabPanel id={tab}>
        <Suspense>
          {tab === "versions" && (
            <>
              <ReleaseCards solutionId={solutionId} releases={solution?.releases ?? []} onChanged={reload} />
              <VersionsTab solutionId={solutionId} />
            </>
          )}
          {tab === "evaluations" && <SetsTab solutionId={solutionId} />}
          {tab === "releases" && <ReleasesTab solutionId={solutionId} />}
          {tab === "settings" && solution && (
            <SettingsTab key={solution.version} solution={solution} onSaved={reload} />
          )}
        </Suspense>
      </TabPanel>
      {solution && (
        <ConfirmDialog
          isOpen={isDeleting}
          onClose={() => setIsDeleting(false)}
          title={t("deleteTitle", { name: solution.name })}
          losses={[{ label: t("losses"), count: versionCount ?? 0 }]}
          typedName={solution.name}
          confirmLabel={t("delete")}
          onConfirm={async () => {
            await remove({ solutionId });
            await navigate(listUrl);
          }}
        />
      )}
    </>
  );
}
