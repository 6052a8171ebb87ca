// The applets of one environment: what runs, what ran, and what an address would start.
import { EnvironmentBand } from "@parley/ui/environment-band";
import { environmentNamed } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { PageHeader } from "@parley/ui/page-header";
import { TabPanel } from "@parley/ui/tabs";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useProject } from "../../shared/project.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { UrlTabs, useUrlTab } from "../../shared/url-tabs.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { InstancesTab } from "./instances-tab.tsx";
import { ResolverTab } from "./resolver-tab.tsx";
import { NoticesTab } from "./notices-tab.tsx";
import { RunsTab } from "./runs-tab.tsx";
import { SecretsTab } from "./secrets-tab.tsx";

const environmentQuery = graphql(`
  query GetProjectEnvironmentConfigById($id: ID!) {
    projectEnvironmentConfigById(id: $id) {
      id
      status
      environment {
        id
        name
      }
      domains {
        id
        url
      }
      appletInstances {
        id
        name
        ...InstanceRow
      }
    }
  }
`);

export function AppletsPage() {
  const { t } = useTranslation("applets");
  const navigate = useNavigate();
  const { orgId = "", projectId = "", environmentConfigId = "" } = useParams();
  const project = useProject();
  const { data, error, isLoading, reload } = useData(
    environmentQuery,
    { id: environmentConfigId },
    { types: ["AppletInstance"] },
  );
  const environment = data?.projectEnvironmentConfigById;
  const tabs = [
    { id: "applets", label: t("tabs.applets"), count: environment?.appletInstances.length },
    { id: "runs", label: t("tabs.runs") },
    { id: "resolver", label: t("tabs.resolver") },
    { id: "secrets", label: t("tabs.secrets") },
    { id: "notices", label: t("tabs.notices") },
  ];
  const [tab] = useUrlTab(tabs);
  useDocumentTitle(t("title"), project.name);
  if (error && !environment) return <ErrorState title={t("error")} error={error} onRetry={reload} />;
  const newUrl = urlTo(paths.appletInstance, {
    orgId,
    projectId,
    environmentConfigId,
    appletInstanceId: "new",
  });
  return (
    <>
      {environment && (
        <EnvironmentBand
          environment={environmentNamed(environment.environment.name)}
          label={environment.environment.name}
        />
      )}
      <PageHeader
        title={t("title")}
        breadcrumb={project.crumbs}
        state={
          environment &&
          [
            t("state", { count: environment.appletInstances.length }),
            t("stateDomains", { count: environment.domains.length }),
          ].join(", ")
        }
        actions={
          <>
            <EnvironmentSwitch />
            <Button onClick={() => void navigate(newUrl)}>{t("create")}</Button>
          </>
        }
        tabs={<UrlTabs tabs={tabs} label={t("title")} />}
      />
      <TabPanel id={tab}>
        {tab === "applets" && (
          <InstancesTab
            instances={environment?.appletInstances}
            isLoading={isLoading}
            onCreate={() => void navigate(newUrl)}
            onChanged={reload}
          />
        )}
        {tab === "runs" && (
          <RunsTab
            key={environmentConfigId}
            environmentConfigId={environmentConfigId}
            instances={environment?.appletInstances ?? []}
          />
        )}
        {tab === "resolver" && <ResolverTab firstUrl={environment?.domains[0]?.url ?? ""} />}
        {tab === "secrets" && <SecretsTab projectId={projectId} />}
        {tab === "notices" && <NoticesTab projectId={projectId} />}
      </TabPanel>
    </>
  );
}
