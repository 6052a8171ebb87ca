// The first screen: one's own projects, newest first; the others of the organisation in a group of their own.
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { PageHeader } from "@parley/ui/page-header";
import { SearchInput } from "@parley/ui/search-input";
import { IconFolderPlus } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSubscription } from "urql";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useRights } from "../../shared/rights.ts";
import { useTableUrlState } from "../../shared/table-url-state.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useOrganization, useViewer } from "../../shared/viewer.tsx";
import { ProjectGroup } from "./project-group.tsx";
import classes from "./landing-page.module.css";

const landingQuery = graphql(`
  query GetLandingProjects($userId: ID!, $accountId: ID!) {
    userProjects(filterCriteria: { userId: $userId, accountId: $accountId, includeUnassigned: true }) {
      id
      name
      isAssigned
      ...ProjectCard
    }
  }
`);

const ownProjectsSubscription = graphql(`
  subscription ProjectsSubscriptionLimited($userId: ID!, $accountId: ID!) {
    userProjectsLimited(userId: $userId, accountId: $accountId) {
      id
      updatedAt
    }
  }
`);

export function LandingPage() {
  const { t } = useTranslation("projects");
  const viewer = useViewer();
  const organization = useOrganization();
  const { state, onStateChange } = useTableUrlState();
  const variables = { userId: viewer.id, accountId: organization.id };
  const { data, error, isLoading, reload } = useData(landingQuery, variables, { types: ["Project"] });
  const [{ data: live }] = useSubscription({ query: ownProjectsSubscription, variables });
  const canCreate = useRights(organization.id)?.canCreateProjects ?? false;
  useDocumentTitle(t("landing.title"), organization.name);
  // A project somebody was just given, or that was changed elsewhere, appears without a reload.
  const told = live?.userProjectsLimited.map(({ id, updatedAt }) => `${id} ${updatedAt}`).join();
  const heard = useRef(told);
  useEffect(() => {
    if (heard.current !== undefined && told !== undefined && told !== heard.current) reload();
    heard.current = told ?? heard.current;
  }, [told, reload]);

  const all = data?.userProjects ?? [];
  const search = state.search.trim().toLowerCase();
  const shown = all.filter((project) => project.name.toLowerCase().includes(search));
  const assigned = shown.filter((project) => project.isAssigned);
  const unassigned = shown.filter((project) => !project.isAssigned);

  return (
    <>
      <PageHeader
        title={t("landing.title")}
        breadcrumb={[{ label: organization.name }]}
        state={
          all.length > 0 &&
          t("landing.state", {
            assigned: all.filter((project) => project.isAssigned).length,
            others: all.filter((project) => !project.isAssigned).length,
          })
        }
        actions={
          all.length > 0 && (
            <SearchInput
              value={state.search}
              placeholder={t("landing.search")}
              onChange={(next) => onStateChange({ ...state, search: next })}
            />
          )
        }
      />
      {viewer.isAskedForTerms && (
        <aside className={classes["terms"]} aria-label={t("landing.terms.title")}>
          <p>
            <strong>{t("landing.terms.title")}</strong> {t("landing.terms.hint")}
          </p>
          <Link href={urlTo(paths.myAccount, { orgId: organization.id })}>{t("landing.terms.answer")}</Link>
        </aside>
      )}
      {error && (
        <ErrorState title={t("landing.error")} error={error} onRetry={reload} isInline={all.length > 0} />
      )}
      {isLoading && <ProjectGroup projects={undefined} />}
      {assigned.length > 0 && <ProjectGroup projects={assigned} />}
      {data && assigned.length === 0 && unassigned.length > 0 && search === "" && (
        <p className={classes["none"]}>{t("landing.noneAssigned")}</p>
      )}
      {unassigned.length > 0 && (
        <ProjectGroup
          title={t("landing.unassigned")}
          hint={t("landing.unassignedHint")}
          projects={unassigned}
        />
      )}
      {data && all.length === 0 && (
        <div className={classes["empty"]}>
          <EmptyState
            icon={<IconFolderPlus size={20} />}
            title={t("landing.empty.title")}
            hint={t(canCreate ? "landing.empty.hint" : "landing.empty.hintMember")}
            {...(canCreate
              ? {
                  action: {
                    label: t("create.action"),
                    href: `${urlTo(paths.projects, { orgId: organization.id })}?create=yes`,
                  },
                }
              : {})}
          />
        </div>
      )}
      {data && all.length > 0 && shown.length === 0 && (
        <div className={classes["empty"]}>
          <EmptyState
            title={t("landing.noMatch", { search: state.search })}
            action={{ label: t("landing.clear"), onClick: () => onStateChange({ ...state, search: "" }) }}
          />
        </div>
      )}
    </>
  );
}
