import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { EmptyState } from "@parley/ui/empty-state";
import { Link } from "@parley/ui/link";
import { RelativeTime } from "@parley/ui/relative-time";
import { IconPackage } from "@tabler/icons-react";
import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useTableUrlState } from "../../shared/table-url-state.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import classes from "./packages.module.css";

const packagesQuery = graphql(`
  query GetOrganizationPackages($packageTypes: [PackageTypeEnum!], $accountId: ID) {
    packages(packageTypes: $packageTypes, accountId: $accountId) {
      id
      displayName
      pkgName
      description
      packageTypes
      isBuiltIn
      updatedAt
      latestVersion {
        id
        version
      }
    }
  }
`);

type Package = ResultOf<typeof packagesQuery>["packages"][number];

export function PackagesTab({ accountId }: { accountId: string }) {
  const { t } = useTranslation("packages");
  const navigate = useNavigate();
  const { orgId = "" } = useParams();
  const tableState = useTableUrlState();
  const [kind, setKind] = useUrlParam("type");
  const type = kind === "TRIGGER" || kind === "ACTION" ? kind : undefined;
  const { data, error, isLoading, reload } = useData(
    packagesQuery,
    { accountId, packageTypes: type ? [type] : null },
    { types: ["Package"] },
  );
  const urlOf = (row: Package) => urlTo(paths.package, { orgId, packageId: row.id });
  const columns: Column<Package>[] = [
    {
      id: "name",
      header: t("name"),
      isAlwaysShown: true,
      width: "26%",
      value: (row) => row.displayName,
      cell: (row) => (
        <Link className={classes["name"]} href={urlOf(row)}>
          {row.displayName}
        </Link>
      ),
    },
    {
      id: "pkgName",
      header: t("pkgName"),
      width: "24%",
      value: (row) => row.pkgName,
      cell: (row) => <code className={classes["code"]}>{row.pkgName}</code>,
    },
    {
      id: "types",
      header: t("types"),
      width: "130px",
      value: (row) => row.packageTypes.join(" "),
      cell: (row) => row.packageTypes.map((it) => t(`type.${it}`)).join(", "),
    },
    {
      id: "version",
      header: t("latest"),
      width: "110px",
      value: (row) => row.latestVersion?.version ?? "",
      cell: (row) => <code className={classes["code"]}>{row.latestVersion?.version ?? "–"}</code>,
    },
    {
      id: "owner",
      header: t("owner"),
      width: "120px",
      value: (row) => (row.isBuiltIn ? 0 : 1),
      cell: (row) => (row.isBuiltIn ? "Parley" : t("own")),
    },
    {
      id: "updatedAt",
      header: t("updated"),
      width: "130px",
      value: (row) => Date.parse(row.updatedAt),
      cell: (row) => <RelativeTime at={row.updatedAt} />,
    },
  ];
  return (
    <div className={classes["section"]}>
      <SegmentedControl
        className={classes["filter"] ?? ""}
        size="xs"
        aria-label={t("types")}
        data={[
          { value: "", label: t("type.all") },
          { value: "TRIGGER", label: t("type.triggers") },
          { value: "ACTION", label: t("type.actions") },
        ]}
        value={type ?? ""}
        onChange={setKind}
      />
      <DataTable
        {...tableState}
        label={t("tabs.packages")}
        storageKey="packages"
        columns={columns}
        rows={data?.packages}
        getRowId={(row) => row.id}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        searchPlaceholder={t("search")}
        onOpenRow={(row) => void navigate(urlOf(row))}
        empty={<EmptyState icon={<IconPackage size={20} />} title={t("empty")} hint={t("emptyHint")} />}
      />
    </div>
  );
}
