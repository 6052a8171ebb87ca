// Every project somebody reaches in this organisation, through teams as well, with the products used there.
import { Skeleton } from "@mantine/core";
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useOrganization } from "../../shared/viewer.tsx";
import classes from "./users.module.css";

const reachedProjectsQuery = graphql(`
  query GetUserProjectsHasura($userId: ID!, $accountId: ID!) {
    projectsOfUserInAccount(userId: $userId, accountId: $accountId) {
      id
      name
      projectProductSettings {
        productId
        product {
          id
          displayName
        }
      }
    }
  }
`);

export function ReachedProjects({ userId }: { userId: string }) {
  const { t } = useTranslation("users");
  const organization = useOrganization();
  const { data, error, isLoading, reload } = useData(
    reachedProjectsQuery,
    { userId, accountId: organization.id },
    { types: ["Project", "User", "Team"] },
  );
  const projects = data?.projectsOfUserInAccount;
  return (
    <section className={classes["section"]} aria-label={t("access.reached")}>
      <h3>{t("access.reached")}</h3>
      <p className={classes["hint"]}>{t("access.reachedHint")}</p>
      {isLoading && <Skeleton height={48} />}
      {error && <ErrorState error={error} onRetry={reload} isInline />}
      {projects?.length === 0 && <p>{t("access.reachedNone")}</p>}
      {projects !== undefined && projects.length > 0 && (
        <ul className={classes["reached"]}>
          {projects.map((project) => (
            <li key={project.id}>
              <Link href={urlTo(paths.project, { orgId: organization.id, projectId: project.id })}>
                {project.name}
              </Link>
              <span>
                {project.projectProductSettings.map(({ product }) => product.displayName).join(", ")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
