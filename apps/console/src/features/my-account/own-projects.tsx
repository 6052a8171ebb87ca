// The projects one is assigned to in this organisation, directly or through a team.
import { Skeleton } from "@mantine/core";
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import type { Organization } from "../../shared/viewer.tsx";
import classes from "./my-account.module.css";

const ownProjectsQuery = graphql(`
  query GetUserProjectsLimited($userId: ID!, $accountId: ID!) {
    projectsOfUserLimited(userId: $userId, accountId: $accountId) {
      id
      name
      description
    }
  }
`);

export function OwnProjects({ userId, organization }: { userId: string; organization: Organization }) {
  const { t } = useTranslation("my-account");
  const { data, error, isLoading, reload } = useData(
    ownProjectsQuery,
    { userId, accountId: organization.id },
    { types: ["Project"] },
  );
  const projects = data?.projectsOfUserLimited;
  return (
    <section className={classes["section"]} aria-label={t("projects.title")}>
      <h2>{t("projects.title")}</h2>
      <p className={classes["hint"]}>{t("projects.hint", { organization: organization.name })}</p>
      {isLoading && <Skeleton height={80} />}
      {error && <ErrorState error={error} onRetry={reload} isInline />}
      {projects?.length === 0 && <p>{t("projects.none")}</p>}
      {projects?.map((project) => (
        <div key={project.id} className={classes["row"]}>
          <div className={classes["rowWords"]}>
            <Link href={urlTo(paths.project, { orgId: organization.id, projectId: project.id })}>
              {project.name}
            </Link>
            <p>{project.description}</p>
          </div>
        </div>
      ))}
    </section>
  );
}
