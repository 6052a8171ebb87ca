import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { EmptyState } from "@parley/ui/empty-state";
import { Link } from "@parley/ui/link";
import { IconTemplate } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import type { ResultOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useTableUrlState } from "../../shared/table-url-state.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { templatesQuery } from "./documents.ts";
import classes from "./packages.module.css";

type Template = ResultOf<typeof templatesQuery>["applets"][number];

export function TemplatesTab({ accountId }: { accountId: string }) {
  const { t } = useTranslation("packages");
  const navigate = useNavigate();
  const { orgId = "" } = useParams();
  const tableState = useTableUrlState();
  const { data, error, isLoading, reload } = useData(templatesQuery, { accountId }, { types: ["Applet"] });
  const urlOf = (row: Template) => urlTo(paths.appletTemplate, { orgId, appletId: row.id });
  const columns: Column<Template>[] = [
    {
      id: "name",
      header: t("name"),
      isAlwaysShown: true,
      width: "20%",
      value: (row) => row.displayName,
      cell: (row) => (
        <Link className={classes["name"]} href={urlOf(row)}>
          {row.displayName}
        </Link>
      ),
    },
    {
      id: "description",
      header: t("description"),
      width: "24%",
      value: (row) => row.description,
      cell: (row) => <span className={classes["muted"]}>{row.description}</span>,
    },
    {
      id: "type",
      header: t("template.type"),
      width: "125px",
      value: (row) => t(`appletType.${row.appletType}`),
      cell: (row) => t(`appletType.${row.appletType}`),
    },
    {
      id: "category",
      header: t("template.category"),
      width: "115px",
      value: (row) => t(`category.${row.appletCategory}`),
      cell: (row) => t(`category.${row.appletCategory}`),
    },
    {
      id: "version",
      header: t("latest"),
      width: "80px",
      value: (row) => row.latestVersion?.version ?? "",
      cell: (row) => <code className={classes["code"]}>{row.latestVersion?.version ?? "–"}</code>,
    },
    {
      id: "used",
      header: t("template.used"),
      width: "130px",
      value: (row) => row.usedInEnvironments,
      cell: (row) => t("template.environments", { count: row.usedInEnvironments }),
    },
    {
      id: "owner",
      header: t("owner"),
      width: "100px",
      value: (row) => (row.isBuiltIn ? 0 : 1),
      cell: (row) => (row.isBuiltIn ? "Parley" : t("own")),
    },
  ];
  return (
    <DataTable
      {...tableState}
      label={t("tabs.templates")}
      storageKey="applet-templates"
      columns={columns}
      rows={data?.applets}
      getRowId={(row) => row.id}
      isLoading={isLoading}
      error={error}
      onRetry={reload}
      searchPlaceholder={t("template.search")}
      onOpenRow={(row) => void navigate(urlOf(row))}
      empty={<EmptyState icon={<IconTemplate size={20} />} title={t("template.empty")} />}
    />
  );
}
