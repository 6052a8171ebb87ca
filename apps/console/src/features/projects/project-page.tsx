// One project: what it is, its products, its environments with their domains, and its end.
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { PageHeader } from "@parley/ui/page-header";
import { Stack } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useOrganization } from "../../shared/viewer.tsx";
import { DeleteProject } from "./delete-project.tsx";
import { EnvironmentSection } from "./environment-section.tsx";
import { GeneralSection } from "./general-section.tsx";
import { ProductsSection } from "./products-section.tsx";

const BudgetNotice = lazy(() =>
  import("../../shared/budget-notice.tsx").then((module) => ({ default: module.BudgetNotice })),
);

const projectQuery = graphql(`
  query GetProjectById($id: ID!) {
    projectById(id: $id) {
      id
      accountId
      name
      canDelete
      canUpdate
      updatedAt
      users {
        id
      }
      projectEnvironmentConfig {
        id
        ...EnvironmentSection
      }
      ...GeneralSection
      ...ProductsSection
    }
  }
`);

export function ProjectPage() {
  const { t } = useTranslation("projects");
  const { projectId = "" } = useParams();
  const organization = useOrganization();
  const { data, error, reload } = useData(
    projectQuery,
    { id: projectId },
    { types: ["Project", "ProjectEnvironmentConfig"] },
  );
  const project = data?.projectById;
  useDocumentTitle(project?.name ?? t("details.title"), organization.name);
  if (error && !project)
    return (
      <ErrorState
        title={t("details.error")}
        error={error}
        onRetry={reload}
        next={<Link href={urlTo(paths.projects, { orgId: organization.id })}>{t("details.toList")}</Link>}
      />
    );
  return (
    <>
      <PageHeader
        title={project?.name ?? "…"}
        breadcrumb={[
          { label: organization.name, href: urlTo(paths.landing, { orgId: organization.id }) },
          { label: t("list.title"), href: urlTo(paths.projects, { orgId: organization.id }) },
        ]}
        state={
          project &&
          [
            t("details.people", { count: project.users.length }),
            t("details.environments", { count: project.projectEnvironmentConfig.length }),
            t("details.products", { count: project.projectProductSettings.length }),
          ].join(", ")
        }
        actions={project?.canDelete && <DeleteProject project={project} />}
      />
      <Suspense>
        <BudgetNotice />
      </Suspense>
      {project && (
        <Stack gap="xl" maw={860}>
          <GeneralSection key={project.id} project={project} />
          <ProductsSection key={`products ${project.id}`} project={project} />
          {project.projectEnvironmentConfig.map((environment) => (
            <EnvironmentSection
              key={environment.id}
              environment={environment}
              canUpdate={project.canUpdate}
            />
          ))}
        </Stack>
      )}
    </>
  );
}
