// The editor of a version: the form on the left, a chat with the unsaved values on the right.
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { PageHeader } from "@parley/ui/page-header";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useProject } from "../../shared/project.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { AgentChat } from "./agent-chat.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { VersionForm, type VersionValues } from "./version-form.tsx";
import classes from "./solutions.module.css";

const versionQuery = graphql(`
  query GetSolutionVersionById($id: ID!) {
    solutionVersionById(id: $id) {
      id
      number
      isPublished
      environments
      completeness {
        status
        missing {
          field
          message
        }
      }
      ...VersionForm
    }
  }
`);

export function SolutionVersionPage() {
  const { t } = useTranslation("solutions");
  const { orgId = "", projectId = "", solutionId = "", solutionVersionId = "" } = useParams();
  const project = useProject();
  const { data, error, reload } = useData(
    versionQuery,
    { id: solutionVersionId },
    { types: ["SolutionVersion", "SolutionRelease", "KnowledgeFile"] },
  );
  const [unsaved, setUnsaved] = useState<VersionValues>();
  const [isPublishing, setIsPublishing] = useState(false);
  const version = data?.solutionVersionById;
  useDocumentTitle(version ? t("version", { number: version.number }) : t("solution"), project.name);
  if (error && !version) return <ErrorState title={t("error")} error={error} onRetry={reload} />;
  const solutionUrl = urlTo(paths.solution, { orgId, projectId, solutionId });
  return (
    <>
      <PageHeader
        title={version ? t("version", { number: version.number }) : "…"}
        breadcrumb={[...project.crumbs, { label: t("solution"), href: solutionUrl }]}
        badge={version?.environments.map((environment) => (
          <EnvironmentBadge
            key={environment}
            environment={environmentNamed(environment)}
            label={t(`environment.${environment}`)}
          />
        ))}
        state={
          version && (
            <StatusBadge
              tone={version.completeness.status === "COMPLETE" ? "good" : "warning"}
              label={
                version.completeness.status === "COMPLETE"
                  ? t("complete")
                  : version.completeness.missing.map((gap) => gap.message).join(" ")
              }
            />
          )
        }
        actions={
          <Group gap="xs">
            <Button
              variant="default"
              component="a"
              href={urlTo(paths.flow, { orgId, projectId, solutionId, solutionVersionId })}
            >
              {t("openFlow")}
            </Button>
            <Button
              disabled={!version || unsaved !== undefined}
              title={unsaved ? t("saveFirst") : undefined}
              onClick={() => setIsPublishing(true)}
            >
              {t("publish.action")}
            </Button>
          </Group>
        }
      />
      {version && (
        <div className={classes["editor"]}>
          <VersionForm key={`${version.id} ${version.version}`} version={version} onUnsaved={setUnsaved} />
          <AgentChat solutionVersionId={version.id} values={unsaved} />
        </div>
      )}
      {version && isPublishing && (
        <PublishDialog
          versionId={version.id}
          number={version.number}
          onClose={() => setIsPublishing(false)}
          onPublished={reload}
        />
      )}
    </>
  );
}
