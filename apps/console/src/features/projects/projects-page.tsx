// The organisation's projects as a table, by name.
import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { EmptyState } from "@parley/ui/empty-state";
import { Link } from "@parley/ui/link";
import { PageHeader } from "@parley/ui/page-header";
import { RelativeTime } from "@parley/ui/relative-time";
import { Button } from "@mantine/core";
import { IconFolders } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { Suspense, lazy, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { Monogram } from "../../shared/monogram.tsx";
import { useRights } from "../../shared/rights.ts";
import { useTableUrlState } from "../../shared/table-url-state.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { useOrganization } from "../../shared/viewer.tsx";
import classes from "./projects-page.module.css";

const CreateProject = lazy(() =>
  import("./create-project.tsx").then((module) => ({ default: module.CreateProject })),
);

const projectsQuery = graphql(`
  query GetProjects($accountId: ID!) {
    projects(filterCriteria: { accountId: $accountId }) {
      id
      accountId
      name
      description
      picture
      createdAt
      updatedAt
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

type Project = ResultOf<typeof projectsQuery>["projects"][number];

export function ProjectsPage() {
  const { t } = useTranslation("projects");
  const navigate = useNavigate();
  const organization = useOrganization();
  const { data, error, isLoading, reload } = useData(
    projectsQuery,
    { accountId: organization.id },
    { types: ["Project"] },
  );
  const tableState = useTableUrlState();
  // In the address, so that the first screen can lead straight to it.
  const [creating, setCreating] = useUrlParam("create");
  const create = () => setCreating("yes");
  const canCreate = useRights(organization.id)?.canCreateProjects ?? true;
  const columns = useMemo(() => columnsIn(t), [t]);
  useDocumentTitle(t("list.title"), organization.name);
  return (
    <>
      <PageHeader
        title={t("list.title")}
        breadcrumb={[{ label: organization.name, href: urlTo(paths.landing, { orgId: organization.id }) }]}
        state={data && t("list.state", { count: data.projects.length })}
        actions={
          <Button disabled={!canCreate} title={canCreate ? undefined : t("create.cannot")} onClick={create}>
            {t("create.action")}
          </Button>
        }
      />
      {creating && canCreate && (
        <Suspense fallback={null}>
          <CreateProject accountId={organization.id} onClose={() => setCreating("", { replace: true })} />
        </Suspense>
      )}
      <DataTable
        {...tableState}
        label={t("list.title")}
        storageKey="projects"
        columns={columns}
        rows={data?.projects}
        getRowId={(project) => project.id}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        searchPlaceholder={t("list.search")}
        onOpenRow={(project) => void navigate(projectUrl(project))}
        empty={
          <EmptyState
            icon={<IconFolders size={20} />}
            title={t("list.empty.title")}
            hint={t("list.empty.hint")}
            {...(canCreate ? { action: { label: t("create.action"), onClick: create } } : {})}
          />
        }
      />
    </>
  );
}

const projectUrl = (project: Project) =>
  urlTo(paths.project, { orgId: project.accountId, projectId: project.id });
const productNames = (project: Project) =>
  project.projectProductSettings.map(({ product }) => product.displayName).join(", ");

function columnsIn(t: TFunction<"projects">): Column<Project>[] {
  return [
    {
      id: "name",
      header: t("list.name"),
      isAlwaysShown: true,
      width: "28%",
      value: (project) => project.name,
      cell: (project) => (
        <Link className={classes["name"]} href={projectUrl(project)}>
          <Monogram name={project.name} picture={project.picture} size={22} />
          {project.name}
        </Link>
      ),
    },
    { id: "products", header: t("list.products"), width: "22%", value: productNames, cell: productNames },
    {
      id: "description",
      header: t("list.description"),
      value: (project) => project.description,
      cell: (project) => <span className={classes["muted"]}>{project.description}</span>,
    },
    {
      id: "createdAt",
      header: t("list.created"),
      width: "130px",
      isHiddenAtFirst: true,
      value: (project) => Date.parse(project.createdAt),
      cell: (project) => <RelativeTime at={project.createdAt} />,
    },
    {
      id: "updatedAt",
      header: t("list.updated"),
      width: "130px",
      value: (project) => Date.parse(project.updatedAt),
      cell: (project) => <RelativeTime at={project.updatedAt} />,
    },
  ];
}
