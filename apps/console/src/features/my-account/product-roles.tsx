// In which products one holds roles, and where each comes from.
import { Skeleton } from "@mantine/core";
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { StatusBadge } from "@parley/ui/status-badge";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import type { Organization } from "../../shared/viewer.tsx";
import classes from "./my-account.module.css";

const productRolesQuery = graphql(`
  query GetUserProductRoles($accountId: ID!, $userId: ID!) {
    userProductRoles(accountId: $accountId, userId: $userId) {
      hasAgentAssistRoles {
        ...ProductRoles
      }
      hasAnalyticsRoles {
        ...ProductRoles
      }
      hasOrganizationRoles {
        ...ProductRoles
      }
      hasProStudioRoles {
        ...ProductRoles
      }
    }
  }
`);

export const productRolesFragment = graphql(`
  fragment ProductRoles on ProductRoleFlag {
    hasRoles
    isFromAccount
    project {
      id
      name
    }
    projects {
      id
      name
    }
    roles {
      id
      name
    }
  }
`);

export function ProductRoles({ userId, organization }: { userId: string; organization: Organization }) {
  const { t } = useTranslation("my-account");
  const { data, error, isLoading, reload } = useData(productRolesQuery, {
    accountId: organization.id,
    userId,
  });
  const flags = data?.userProductRoles;
  return (
    <section className={classes["section"]} aria-label={t("roles.title")}>
      <h2>{t("roles.title")}</h2>
      <p className={classes["hint"]}>{t("roles.hint", { organization: organization.name })}</p>
      {isLoading && <Skeleton height={120} />}
      {error && <ErrorState error={error} onRetry={reload} isInline />}
      {flags &&
        (
          [
            ["organization", flags.hasOrganizationRoles],
            ["proStudio", flags.hasProStudioRoles],
            ["agentAssist", flags.hasAgentAssistRoles],
            ["analytics", flags.hasAnalyticsRoles],
          ] as const
        ).map(([product, flag]) => (
          <div key={product} className={classes["row"]}>
            <div className={classes["rowWords"]}>
              <strong>{t(`roles.${product}`)}</strong>
              <p>
                {flag.hasRoles
                  ? [...new Set(flag.roles.map((role) => role.name))].join(", ")
                  : t("roles.none")}
              </p>
            </div>
            {flag.isFromAccount && (
              <StatusBadge tone="info" label={t("roles.fromOrganization", { name: organization.name })} />
            )}
            {flag.projects.map((project) => (
              <Link
                key={project.id}
                className={classes["source"]}
                href={urlTo(paths.project, { orgId: organization.id, projectId: project.id })}
              >
                {t("roles.fromProject", { name: project.name })}
              </Link>
            ))}
          </div>
        ))}
      <p className={classes["hint"]}>{t("roles.ask")}</p>
    </section>
  );
}
