// The versions of a solution, newest first; two of them can be compared.
import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { Link } from "@parley/ui/link";
import { LinkButton } from "@parley/ui/link-button";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Group } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import classes from "./solutions.module.css";

const VersionDifferences = lazy(() =>
  import("./version-differences.tsx").then((module) => ({ default: module.VersionDifferences })),
);

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

type Version = ResultOf<typeof versionsQuery>["solutionVersions"][number];

export function VersionsTab({ solutionId }: { solutionId: string }) {
  const { t } = useTranslation("solutions");
  const navigate = useNavigate();
  const { orgId = "", projectId = "" } = useParams();
  const { data, error, isLoading, reload } = useData(
    versionsQuery,
    { solutionId },
    { types: ["SolutionVersion", "SolutionRelease"] },
  );
  const [create, { isBusy }] = useChange(createVersionMutation);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [compared, setCompared] = useState<readonly string[]>([]);
  const place = (solutionVersionId: string) => ({ orgId, projectId, solutionId, solutionVersionId });
  const urlOf = (id: string) => urlTo(paths.solutionVersion, place(id));
  const begin = async (basedOn: string) => {
    try {
      const answer = await create({ solutionId, version: { basedOn } });
      await navigate(urlOf(answer.createSolutionVersion.id));
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  const columns: Column<Version>[] = [
    {
      id: "version",
      header: t("versionTitle"),
      isAlwaysShown: true,
      value: (version) => version.number,
      cell: (version) => (
        <span className={classes["badges"]}>
          <Link className={classes["versionName"]} href={urlOf(version.id)}>
            {t("version", { number: version.number })}
          </Link>
          {version.environments.map((environment) => (
            <EnvironmentBadge
              key={environment}
              environment={environmentNamed(environment)}
              label={t(`environment.${environment}`)}
            />
          ))}
        </span>
      ),
    },
    {
      id: "status",
      header: t("status"),
      cell: (version) => (
        <span
          className={classes["badges"]}
          title={version.completeness.missing.map((gap) => gap.message).join("\n")}
        >
          <StatusBadge
            tone={version.completeness.status === "COMPLETE" ? "good" : "warning"}
            label={
              version.completeness.status === "COMPLETE"
                ? t("complete")
                : t("incomplete", { count: version.completeness.missing.length })
            }
          />
          {version.isPublished && <StatusBadge tone="neutral" label={t("published")} />}
        </span>
      ),
    },
    { id: "note", header: t("note"), value: (version) => version.note, cell: (version) => version.note },
    {
      id: "author",
      header: t("author"),
      value: (version) => version.author,
      cell: (version) => (
        <>
          {version.author} <RelativeTime at={version.createdAt} />
        </>
      ),
    },
    {
      id: "actions",
      header: t("actions"),
      width: "230px",
      cell: (version) => (
        <Group gap={4} wrap="nowrap">
          <LinkButton size="xs" variant="default" href={urlTo(paths.flow, place(version.id))}>
            {t("openFlow")}
          </LinkButton>
          <Button size="xs" variant="default" disabled={isBusy} onClick={() => void begin(version.id)}>
            {t("newFromThis")}
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <>
      <DataTable
        label={t("list.versions")}
        storageKey="solution-versions"
        columns={columns}
        rows={data?.solutionVersions}
        getRowId={(version) => version.id}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        hasSearch={false}
        fillsPage={false}
        onOpenRow={(version) => void navigate(urlOf(version.id))}
        selection={{
          selectedIds: chosen,
          onChange: setChosen,
          actions: () => (
            <Button
              size="xs"
              disabled={chosen.length !== 2}
              title={chosen.length === 2 ? undefined : t("compareTwo")}
              onClick={() => setCompared(chosen)}
            >
              {t("compare")}
            </Button>
          ),
        }}
      />
      <Suspense>
        {compared[0] && compared[1] && (
          <VersionDifferences ids={[compared[0], compared[1]]} onClose={() => setCompared([])} />
        )}
      </Suspense>
    </>
  );
}
