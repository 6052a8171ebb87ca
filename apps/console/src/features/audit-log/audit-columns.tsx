import type { Column } from "@parley/ui/data-table";
import { Link } from "@parley/ui/link";
import { Person } from "@parley/ui/person";
import { RelativeTime } from "@parley/ui/relative-time";
import type { TFunction } from "i18next";
import type { AuditEntry } from "./audit-query.ts";
import { objectUrl } from "./object-url.ts";
import classes from "./audit-log.module.css";

type SetFilters = (changes: Readonly<Record<string, string>>) => void;

export function auditColumns(t: TFunction<"audit-log">, set: SetFilters): Column<AuditEntry>[] {
  return [
    {
      id: "when",
      header: t("columns.when"),
      isAlwaysShown: true,
      width: "130px",
      cell: (entry) => <RelativeTime at={entry.createdAt} />,
    },
    {
      id: "actor",
      header: t("columns.actor"),
      width: "190px",
      cell: (entry) =>
        entry.user ? (
          <button
            type="button"
            className={classes["actor"]}
            title={t("onlyThis")}
            onClick={(event) => {
              event.stopPropagation();
              set({ actor: entry.user?.id ?? "" });
            }}
          >
            <Person person={entry.user} />
          </button>
        ) : (
          <span className={classes["muted"]}>{t("server")}</span>
        ),
    },
    {
      id: "what",
      header: t("columns.what"),
      isAlwaysShown: true,
      cell: (entry) => (
        <span className={classes["sentence"]} title={entry.auditLogDetail.displayMessage}>
          {entry.auditLogDetail.displayMessage}
        </span>
      ),
    },
    {
      id: "object",
      header: t("columns.object"),
      width: "180px",
      cell: (entry) => {
        const url = objectUrl(entry);
        const name = entry.objectName ?? "–";
        return url ? (
          <Link className={classes["object"]} href={url} onClick={(event) => event.stopPropagation()}>
            {name}
          </Link>
        ) : (
          name
        );
      },
    },
    {
      id: "product",
      header: t("columns.product"),
      width: "120px",
      cell: (entry) => entry.product?.displayName ?? "–",
    },
    {
      id: "project",
      header: t("columns.project"),
      width: "150px",
      isHiddenAtFirst: true,
      cell: (entry) => entry.projectName ?? "–",
    },
    {
      id: "action",
      header: t("columns.action"),
      width: "170px",
      isHiddenAtFirst: true,
      cell: (entry) => <code>{entry.action}</code>,
    },
  ];
}
