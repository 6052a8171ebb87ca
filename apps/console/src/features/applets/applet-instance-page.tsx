// The editor of an applet: when, if, then; a form per step from its package's schema, and a try-out without effects.
import { EnvironmentBand } from "@parley/ui/environment-band";
import { environmentNamed } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { PageHeader } from "@parley/ui/page-header";
import { Person } from "@parley/ui/person";
import { RelativeTime } from "@parley/ui/relative-time";
import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useProject } from "../../shared/project.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { InstanceEditor } from "./editor/instance-editor.tsx";
import classes from "./applets.module.css";

const CopyDialog = lazy(() => import("./copy-dialog.tsx").then((module) => ({ default: module.CopyDialog })));

const instanceQuery = graphql(`
  query GetAppletInstanceById($appletInstanceId: ID!) {
    appletInstanceById(appletInstanceId: $appletInstanceId) {
      id
      name
      ...InstanceEditor
    }
  }
`);

const templatesQuery = graphql(`
  query GetApplets {
    applets {
      id
      pkgName
      displayName
      appletType
      appletCategory
      description
      latestVersion {
        id
        version
        schema
      }
    }
  }
`);

const packagesQuery = graphql(`
  query GetPackages($packageTypes: [PackageTypeEnum!]) {
    packages(packageTypes: $packageTypes) {
      id
      displayName
      pkgName
      description
      packageTypes
      latestVersionId
      latestVersion {
        id
        version
        schema
      }
    }
  }
`);

const environmentNameQuery = graphql(`
  query GetEnvironmentName($id: ID!) {
    projectEnvironmentConfigById(id: $id) {
      id
      environment {
        id
        name
      }
      domains {
        id
        url
        type
      }
    }
  }
`);

export function AppletInstancePage() {
  const { t } = useTranslation("applets");
  const { orgId = "", projectId = "", environmentConfigId = "", appletInstanceId = "" } = useParams();
  const project = useProject();
  const [isCopying, setIsCopying] = useState(false);
  const isNew = appletInstanceId === "new";
  const stored = useData(instanceQuery, { appletInstanceId }, { isPaused: isNew });
  const templates = useData(templatesQuery, {});
  const packages = useData(packagesQuery, { packageTypes: null });
  const environment = useData(environmentNameQuery, { id: environmentConfigId }).data
    ?.projectEnvironmentConfigById;
  const instance = stored.data?.appletInstanceById;
  useDocumentTitle(instance?.name ?? t("create"), project.name);
  const error = stored.error ?? templates.error ?? packages.error;
  if (error) return <ErrorState title={t("error")} error={error} onRetry={stored.reload} />;
  const isReady = templates.data && packages.data && (isNew || instance);
  return (
    <>
      {environment && (
        <EnvironmentBand
          environment={environmentNamed(environment.environment.name)}
          label={environment.environment.name}
        />
      )}
      <PageHeader
        title={isNew ? t("create") : (instance?.name ?? "…")}
        state={
          instance && (
            <span className={classes["edited"]}>
              {t("lastEdit")}
              {instance.updatedByUser && <Person person={instance.updatedByUser} />}
              <RelativeTime at={instance.updatedAt} />
            </span>
          )
        }
        actions={
          instance && (
            <Button variant="default" onClick={() => setIsCopying(true)}>
              {t("copy.open")}
            </Button>
          )
        }
        breadcrumb={[
          ...project.crumbs,
          {
            label: t("title"),
            href: urlTo(paths.appletInstances, { orgId, projectId, environmentConfigId }),
          },
        ]}
      />
      {isCopying && instance && (
        <Suspense fallback={null}>
          <CopyDialog instance={instance} onClose={() => setIsCopying(false)} />
        </Suspense>
      )}
      {isReady && (
        <InstanceEditor
          key={appletInstanceId}
          instance={instance}
          templates={templates.data?.applets ?? []}
          packages={packages.data?.packages ?? []}
          firstUrl={environment?.domains.find((domain) => domain.type === "EXACT")?.url}
          onStale={stored.reload}
          isLive={environment ? environmentNamed(environment.environment.name) === "live" : false}
        />
      )}
    </>
  );
}
