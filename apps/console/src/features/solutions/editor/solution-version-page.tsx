// The editor of a version: the form on the left, a chat with what is in the form on the right.
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { LinkButton } from "@parley/ui/link-button";
import { notify } from "@parley/ui/notifications";
import { PageHeader } from "@parley/ui/page-header";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Group } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../../generated/graphql.ts";
import type { ResultOf } from "../../../generated/graphql.ts";
import { useChange } from "../../../lib/graphql/use-change.ts";
import { useData } from "../../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../../shared/document-title.ts";
import { useLeaveWarning } from "../../../shared/leave-warning.ts";
import { useProject } from "../../../shared/project.ts";
import { paths, urlTo } from "../../../shared/urls.ts";
import { AgentChat } from "./agent-chat.tsx";
import { SaveProblems, SaveStatus } from "./save-status.tsx";
import { useCredentials } from "./use-credentials.ts";
import { useVersionDraft } from "./use-version-draft.ts";
import { VersionForm } from "./version-form.tsx";
import { useSolutionName } from "../use-solution-name.ts";
import classes from "./editor.module.css";

const PublishDialog = lazy(() =>
  import("../publish-dialog.tsx").then((module) => ({ default: module.PublishDialog })),
);

const BudgetNotice = lazy(() =>
  import("../../../shared/budget-notice.tsx").then((module) => ({ default: module.BudgetNotice })),
);

const versionQuery = graphql(`
  query GetSolutionVersionById($id: ID!) {
    solutionVersionById(id: $id) {
      id
      number
      solutionId
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

const createVersionMutation = graphql(`
  mutation CreateVersionFromThis($solutionId: ID!, $version: SolutionVersionInput!) {
    createSolutionVersion(solutionId: $solutionId, version: $version) {
      id
    }
  }
`);

type Version = ResultOf<typeof versionQuery>["solutionVersionById"];

export function SolutionVersionPage() {
  const { t } = useTranslation("solutions");
  const { solutionVersionId = "" } = useParams();
  const { data, error, reload } = useData(
    versionQuery,
    { id: solutionVersionId },
    { types: ["SolutionRelease", "KnowledgeFile"] },
  );
  const version = data?.solutionVersionById;
  if (error && !version) return <ErrorState title={t("error")} error={error} onRetry={reload} />;
  // Publishing closes the form: what was typed is stored by then.
  return version && <Editor key={`${version.id} ${version.isPublished}`} version={version} onRead={reload} />;
}

function Editor({ version, onRead }: { version: Version; onRead: () => void }) {
  const { t } = useTranslation("solutions");
  const navigate = useNavigate();
  const { orgId = "", projectId = "", solutionId = "", solutionVersionId = "" } = useParams();
  const project = useProject();
  const solutionName = useSolutionName(solutionId);
  const draft = useVersionDraft(version, onRead);
  const credentials = useCredentials(projectId);
  const [create, creating] = useChange(createVersionMutation);
  const [isPublishing, setIsPublishing] = useState(false);
  const isDirty = draft.dirty.length > 0;
  useDocumentTitle(t("version", { number: version.number }), project.name);
  useLeaveWarning(isDirty, t("save.leave"));
  const place = { orgId, projectId, solutionId };
  const { status, missing } = version.completeness;
  const begin = async () => {
    try {
      const answer = await create({ solutionId, version: { basedOn: version.id } });
      const id = answer.createSolutionVersion.id;
      await navigate(urlTo(paths.solutionVersion, { ...place, solutionVersionId: id }));
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  return (
    <>
      <PageHeader
        title={t("version", { number: version.number })}
        breadcrumb={[
          ...project.crumbs,
          { label: t("list.title"), href: urlTo(paths.solutions, { orgId, projectId }) },
          { label: solutionName, href: urlTo(paths.solution, place) },
        ]}
        badge={version.environments.map((environment) => (
          <EnvironmentBadge
            key={environment}
            environment={environmentNamed(environment)}
            label={t(`environment.${environment}`)}
          />
        ))}
        state={
          <span className={classes["state"]}>
            <StatusBadge
              tone={status === "COMPLETE" ? "good" : "warning"}
              label={status === "COMPLETE" ? t("complete") : t("incomplete", { count: missing.length })}
            />
            <SaveStatus draft={draft} />
          </span>
        }
        actions={
          <Group gap="xs">
            <LinkButton variant="default" href={urlTo(paths.flow, { ...place, solutionVersionId })}>
              {t("openFlow")}
            </LinkButton>
            {version.isPublished && (
              <Button variant="default" loading={creating.isBusy} onClick={() => void begin()}>
                {t("newFromThis")}
              </Button>
            )}
            <Button
              disabled={isDirty}
              title={isDirty ? t("saveFirst") : undefined}
              onClick={() => setIsPublishing(true)}
            >
              {t("publish.action")}
            </Button>
          </Group>
        }
      />
      <Suspense>
        <BudgetNotice />
      </Suspense>
      <div className={classes["editor"]}>
        <div className={classes["left"]}>
          {version.isPublished && <p className={classes["notice"]}>{t("publishedHint")}</p>}
          {missing.length > 0 && (
            <Missing
              title={version.isPublished ? t("missingPublished") : t("missingTitle")}
              gaps={missing.map((gap) => gap.message)}
            />
          )}
          <SaveProblems draft={draft} />
          <VersionForm draft={draft} credentials={credentials} isPublished={version.isPublished} />
        </div>
        <AgentChat
          solutionVersionId={version.id}
          solutionId={solutionId}
          number={version.number}
          values={isDirty ? draft.values : undefined}
          credentialId={draft.values.llmCredentialId}
        />
      </div>
      <Suspense>
        {isPublishing && (
          <PublishDialog
            versionId={version.id}
            number={version.number}
            credentialId={draft.values.llmCredentialId ?? undefined}
            onClose={() => setIsPublishing(false)}
            onPublished={onRead}
          />
        )}
      </Suspense>
    </>
  );
}

function Missing({ title, gaps }: { title: string; gaps: readonly string[] }) {
  return (
    <section className={classes["missing"]} aria-label={title}>
      <strong>{title}</strong>
      <ul>
        {gaps.map((gap) => (
          <li key={gap}>{gap}</li>
        ))}
      </ul>
    </section>
  );
}
