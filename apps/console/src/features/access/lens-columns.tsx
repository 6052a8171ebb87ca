import type { Column } from "@parley/ui/data-table";
import { Link } from "@parley/ui/link";
import type { TFunction } from "i18next";
import type { EffectiveRole } from "../../shared/access/effective-roles.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import classes from "./access-page.module.css";

export const rowKey = (row: EffectiveRole) =>
  [row.userId, row.roleId, row.roleKey, row.projectId, row.teamId, row.grantedAccountId, row.path].join();

export function lensColumns(t: TFunction<"access-lens">, orgId: string): Column<EffectiveRole>[] {
  return [
    {
      id: "person",
      header: t("columns.person"),
      isAlwaysShown: true,
      width: "18%",
      cell: (row) => (
        <Link className={classes["name"]} href={`${urlTo(paths.users, { orgId })}?user=${row.userId}`}>
          {row.displayName}
        </Link>
      ),
    },
    { id: "product", header: t("columns.product"), width: "120px", cell: (row) => row.productName ?? "–" },
    { id: "role", header: t("columns.role"), width: "190px", cell: (row) => row.roleName },
    {
      id: "where",
      header: t("columns.where"),
      width: "18%",
      cell: (row) => row.projectName ?? row.accountName,
    },
    {
      id: "how",
      header: t("columns.how"),
      width: "130px",
      cell: (row) => t(row.isInherited ? "how.inherited" : row.via === "TEAM" ? "how.team" : "how.direct"),
    },
    {
      id: "path",
      header: t("columns.path"),
      cell: (row) => <span className={classes["path"]}>{row.path}</span>,
    },
  ];
}
