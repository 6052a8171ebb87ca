// The project's LLM agent solutions, by name, with what answers where.
import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { EmptyState } from "@parley/ui/empty-state";
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { Link } from "@parley/ui/link";
import { PageHeader } from "@parley/ui/page-header";
import { RelativeTime } from "@parley/ui/relative-time";
import { Button, Group, TextInput } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useProject } from "../../shared/project.ts";
import { useTableUrlState } from "../../shared/table-url-state.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import classes from "./solutions.module.css";

const settingQuery = graphql(`
  query GetProStudioSetting($id: ID!) {
    projectById(id: $id) {
      id
      projectProStudioSetting {
        id
      }
    }
  }
`);

const solutionsQuery = graphql(`
  query GetSolutions($projectProStudioSettingId: ID!) {
    solutions(projectProStudioSettingId: $projectProStudioSettingId) {
      id
      name
      botSolutionId
      updatedAt
      releases {
        id
        number
        environment
        isCurrent
      }
      solutionVersions {
        id
      }
    }
  }
`);

const createMutation = graphql(`
  mutation CreateSolution(
    $projectProStudioSettingId: ID!
    $solution: SolutionInput!
    $version: SolutionVersionInput!
  ) {
    createSolution(
      projectProStudioSettingId: $projectProStudioSettingId
      solution: $solution
      version: $version
    ) {
      id
    }
  }
`);

const BudgetNotice = lazy(() =>
  import("../../shared/budget-notice.tsx").then((module) => ({ default: module.BudgetNotice })),
);

type Solution = ResultOf<typeof solutionsQuery>["solutions"][number];

export function SolutionsPage() {
  const { t } = useTranslation("solutions");
  const navigate = useNavigate();
  const { orgId = "", projectId = "" } = useParams();
  const project = useProject();
  const setting = useData(settingQuery, { id: projectId });
  const settingId = setting.data?.projectById.projectProStudioSetting?.id;
  const { data, error, isLoading, reload } = useData(
    solutionsQuery,
    { projectProStudioSettingId: settingId ?? "" },
    { isPaused: settingId === undefined, types: ["Solution", "SolutionRelease"] },
  );
  const tableState = useTableUrlState();
  const [isCreating, setIsCreating] = useState(false);
  const columns = useMemo(() => columnsIn(t, orgId, projectId), [t, orgId, projectId]);
  const urlOf = (solutionId: string) => urlTo(paths.solution, { orgId, projectId, solutionId });
  useDocumentTitle(t("list.title"), project.name);
  return (
    <>
      <PageHeader
        title={t("list.title")}
        breadcrumb={project.crumbs}
        state={data && t("list.state", { count: data.solutions.length })}
        actions={<Button onClick={() => setIsCreating(true)}>{t("list.create")}</Button>}
      />
      <Suspense>
        <BudgetNotice />
      </Suspense>
      <DataTable
        {...tableState}
        label={t("list.title")}
        storageKey="solutions"
        columns={columns}
        rows={data?.solutions}
        getRowId={(solution) => solution.id}
        isLoading={isLoading || setting.isLoading}
        error={error ?? setting.error}
        onRetry={reload}
        searchPlaceholder={t("list.search")}
        onOpenRow={(solution) => void navigate(urlOf(solution.id))}
        empty={
          <EmptyState
            icon={<IconSparkles size={20} />}
            title={t("list.empty.title")}
            hint={t("list.empty.hint")}
            action={{ label: t("list.create"), onClick: () => setIsCreating(true) }}
          />
        }
      />
      {isCreating && settingId && (
        <CreateSolution
          settingId={settingId}
          onClose={() => setIsCreating(false)}
          onCreated={(id) => void navigate(urlOf(id))}
        />
      )}
    </>
  );
}

type CreateProps = { settingId: string; onClose: () => void; onCreated: (id: string) => void };

function CreateSolution({ settingId, onClose, onCreated }: CreateProps) {
  const { t } = useTranslation("solutions");
  const [name, setName] = useState("");
  const errors = useFieldErrors(["name"]);
  const [create] = useChange(createMutation);
  const save = async () => {
    const answer = await create({
      projectProStudioSettingId: settingId,
      solution: { name },
      version: { brandName: name },
    });
    onCreated(answer.createSolution.id);
  };
  return (
    <FormDialog
      title={t("list.create")}
      errors={errors}
      submitLabel={t("list.create")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput label={t("name")} required data-autofocus {...errors.text("name", name, setName)} />
    </FormDialog>
  );
}

function columnsIn(t: TFunction<"solutions">, orgId: string, projectId: string): Column<Solution>[] {
  return [
    {
      id: "name",
      header: t("name"),
      isAlwaysShown: true,
      width: "34%",
      value: (solution) => solution.name,
      cell: (solution) => (
        <Link
          href={urlTo(paths.solution, { orgId, projectId, solutionId: solution.id })}
          className={classes["versionName"]}
        >
          {solution.name}
        </Link>
      ),
    },
    {
      id: "releases",
      header: t("list.answers"),
      value: (solution) => solution.releases.map((release) => release.environment).join(" "),
      cell: (solution) => (
        <Group gap={6}>
          {solution.releases.map((release) => (
            <EnvironmentBadge
              key={release.id}
              environment={environmentNamed(release.environment)}
              label={t("versionIn", {
                environment: t(`environment.${release.environment}`),
                number: release.number,
              })}
            />
          ))}
          {solution.releases.length === 0 && <span className={classes["muted"]}>{t("list.nowhere")}</span>}
        </Group>
      ),
    },
    {
      id: "versions",
      header: t("list.versions"),
      width: "90px",
      align: "right",
      value: (solution) => solution.solutionVersions.length,
      cell: (solution) => solution.solutionVersions.length,
    },
    {
      id: "updatedAt",
      header: t("list.updated"),
      width: "130px",
      value: (solution) => Date.parse(solution.updatedAt),
      cell: (solution) => <RelativeTime at={solution.updatedAt} />,
    },
  ];
}
