// One solution: its versions, what answers where, roll back, and the differences of two versions.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { notify } from "@parley/ui/notifications";
import { PageHeader } from "@parley/ui/page-header";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Checkbox, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useProject } from "../../shared/project.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { VersionDifferences } from "./version-differences.tsx";
import classes from "./solutions.module.css";

const solutionQuery = graphql(`
  query GetSolutionById($id: ID!) {
    solutionById(id: $id) {
      id
      name
      releases {
        id
        number
        environment
        isRollback
        note
        publishedBy
        publishedAt
      }
    }
  }
`);

const versionsQuery = graphql(`
  query GetSolutionVersions($solutionId: ID!) {
    solutionVersions(solutionId: $solutionId) {
      id
      number
      note
      author
      createdAt
      isPublished
      environments
      completeness {
        status
        missing {
          field
          message
        }
      }
      ...VersionDifferences
    }
  }
`);

const createVersionMutation = graphql(`
  mutation CreateSolutionVersion($solutionId: ID!, $version: SolutionVersionInput!) {
    createSolutionVersion(solutionId: $solutionId, version: $version) {
      id
    }
  }
`);

const rollBackMutation = graphql(`
  mutation RollBackSolution($solutionId: ID!, $environment: SolutionEnvironmentsEnum!) {
    rollBackSolution(solutionId: $solutionId, environment: $environment) {
      id
      number
    }
  }
`);

const deleteMutation = graphql(`
  mutation DeleteSolution($solutionId: ID!) {
    deleteSolution(solutionId: $solutionId)
  }
`);

type Environment = "SANDBOX" | "LIVE";

export function SolutionPage() {
  const { t } = useTranslation("solutions");
  const navigate = useNavigate();
  const { orgId = "", projectId = "", solutionId = "" } = useParams();
  const project = useProject();
  const { data, error, reload } = useData(solutionQuery, { id: solutionId }, { types: ["SolutionRelease"] });
  const list = useData(versionsQuery, { solutionId }, { types: ["SolutionVersion", "SolutionRelease"] });
  const [createVersion, creating] = useChange(createVersionMutation);
  const [rollBack] = useChange(rollBackMutation);
  const [remove] = useChange(deleteMutation);
  const [asking, setAsking] = useState<"delete" | Environment>();
  const [chosen, setChosen] = useState<string[]>([]);
  const solution = data?.solutionById;
  const versions = list.data?.solutionVersions ?? [];
  useDocumentTitle(solution?.name ?? t("solution"), project.name);
  if (error && !solution) return <ErrorState title={t("error")} error={error} onRetry={reload} />;
  const listUrl = urlTo(paths.solutions, { orgId, projectId });
  const versionUrl = (solutionVersionId: string) =>
    urlTo(paths.solutionVersion, { orgId, projectId, solutionId, solutionVersionId });
  const begin = async (basedOn: string) => {
    try {
      const answer = await createVersion({ solutionId, version: { basedOn } });
      await navigate(versionUrl(answer.createSolutionVersion.id));
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  return (
    <>
      <PageHeader
        title={solution?.name ?? "…"}
        breadcrumb={[...project.crumbs, { label: t("list.title"), href: listUrl }]}
        state={list.data && t("state", { count: versions.length })}
        actions={
          <Button variant="default" onClick={() => setAsking("delete")}>
            {t("delete")}
          </Button>
        }
      />
      <section className={classes["releases"]} aria-label={t("releases")}>
        {(["SANDBOX", "LIVE"] as const).map((environment) => {
          const release = solution?.releases.find((candidate) => candidate.environment === environment);
          return (
            <div key={environment} className={classes["release"]}>
              <EnvironmentBadge
                environment={environmentNamed(environment)}
                label={t(`environment.${environment}`)}
              />
              <div className={classes["grow"]}>
                <strong>{release ? t("version", { number: release.number }) : t("list.nowhere")}</strong>
                {release && (
                  <p className={classes["muted"]}>
                    {release.publishedBy} <RelativeTime at={release.publishedAt} />
                    {release.note && ` · ${release.note}`}
                  </p>
                )}
              </div>
              {release && (
                <Button size="xs" variant="default" onClick={() => setAsking(environment)}>
                  {t("rollBack")}
                </Button>
              )}
            </div>
          );
        })}
      </section>
      {list.error && <ErrorState error={list.error} onRetry={list.reload} isInline />}
      <ol className={classes["versions"]} aria-label={t("list.versions")}>
        {versions.map((version) => (
          <li key={version.id} className={classes["versionRow"]}>
            <Checkbox
              aria-label={t("compare", { number: version.number })}
              checked={chosen.includes(version.id)}
              disabled={chosen.length === 2 && !chosen.includes(version.id)}
              onChange={(event) =>
                setChosen(
                  event.currentTarget.checked
                    ? [...chosen, version.id]
                    : chosen.filter((id) => id !== version.id),
                )
              }
            />
            <Link href={versionUrl(version.id)} className={classes["versionName"]}>
              {t("version", { number: version.number })}
            </Link>
            {version.environments.map((environment) => (
              <EnvironmentBadge
                key={environment}
                environment={environmentNamed(environment)}
                label={t(`environment.${environment}`)}
              />
            ))}
            <StatusBadge
              tone={version.completeness.status === "COMPLETE" ? "good" : "warning"}
              label={
                version.completeness.status === "COMPLETE"
                  ? t("complete")
                  : t("incomplete", { count: version.completeness.missing.length })
              }
            />
            {version.isPublished && <StatusBadge tone="neutral" label={t("published")} />}
            <span className={classes["muted"]}>
              {version.author} · <RelativeTime at={version.createdAt} /> {version.note && `· ${version.note}`}
            </span>
            <Group gap="xs" ml="auto">
              <Button
                size="xs"
                variant="subtle"
                component="a"
                href={urlTo(paths.flow, { orgId, projectId, solutionId, solutionVersionId: version.id })}
              >
                {t("openFlow")}
              </Button>
              <Button
                size="xs"
                variant="subtle"
                loading={creating.isBusy}
                onClick={() => void begin(version.id)}
              >
                {t("newFromThis")}
              </Button>
            </Group>
          </li>
        ))}
      </ol>
      {chosen.length === 2 && (
        <VersionDifferences versions={versions.filter((version) => chosen.includes(version.id))} />
      )}
      {solution && asking === "delete" && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsking(undefined)}
          title={t("deleteTitle", { name: solution.name })}
          losses={[{ label: t("losses"), count: versions.length }]}
          typedName={solution.name}
          confirmLabel={t("delete")}
          onConfirm={async () => {
            await remove({ solutionId });
            await navigate(listUrl);
          }}
        />
      )}
      {(asking === "SANDBOX" || asking === "LIVE") && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsking(undefined)}
          title={t("rollBackTitle", { environment: t(`environment.${asking}`) })}
          confirmLabel={t("rollBack")}
          colour={asking === "LIVE" ? "orange" : "teal"}
          onConfirm={async () => {
            const answer = await rollBack({ solutionId, environment: asking });
            notify({
              tone: "good",
              message: t("rolledBack", {
                number: answer.rollBackSolution.number,
                environment: t(`environment.${asking}`),
              }),
            });
            setAsking(undefined);
          }}
        >
          <p>{t("rollBackHint")}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
