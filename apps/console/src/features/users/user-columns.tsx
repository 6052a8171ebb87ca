import type { Column } from "@parley/ui/data-table";
import { Person } from "@parley/ui/person";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import type { Tone } from "@parley/ui/status-badge";
import type { TFunction } from "i18next";
import { SessionDot } from "./session-dot.tsx";
import type { UserRow } from "./users-query.ts";
import classes from "./users.module.css";

export const statusTones: Readonly<Record<UserRow["status"], Tone>> = {
  ACTIVE: "good",
  INVITED: "info",
  SUSPENDED: "warning",
};

function Names({ items }: { items: readonly { name: string }[] }) {
  const names = items.map((item) => item.name).join(", ");
  return (
    <span className={classes["names"]} title={names}>
      {names || "–"}
    </span>
  );
}

/** `value` is given where the server sorts by the column. */
export function userColumns(t: TFunction<"users">): Column<UserRow>[] {
  return [
    {
      id: "name",
      header: t("columns.name"),
      isAlwaysShown: true,
      width: "22%",
      value: (user) => user.firstName,
      cell: (user) => (
        <span className={classes["who"]}>
          <Person person={{ ...user, picture: user.pictureFile?.url ?? user.picture }} />
          <SessionDot isOn={user.hasActiveSessions} />
        </span>
      ),
    },
    {
      id: "userName",
      header: t("columns.email"),
      width: "22%",
      value: (user) => user.userName,
      cell: (user) => <span className={classes["muted"]}>{user.userName}</span>,
    },
    {
      id: "status",
      header: t("columns.status"),
      width: "120px",
      value: (user) => user.status,
      cell: (user) => <StatusBadge tone={statusTones[user.status]} label={t(`status.${user.status}`)} />,
    },
    { id: "roles", header: t("columns.roles"), cell: (user) => <Names items={user.assignedRoles} /> },
    { id: "teams", header: t("columns.teams"), cell: (user) => <Names items={user.assignedTeams} /> },
    {
      id: "lastActiveAt",
      header: t("columns.lastActive"),
      width: "130px",
      value: (user) => user.lastActiveAt ?? "",
      cell: (user) => <RelativeTime at={user.lastActiveAt} whenNever={t("never")} />,
    },
    {
      id: "createdAt",
      header: t("columns.added"),
      width: "130px",
      isHiddenAtFirst: true,
      value: (user) => user.createdAt,
      cell: (user) => <RelativeTime at={user.createdAt} />,
    },
    {
      id: "recovery",
      header: t("columns.recovery"),
      width: "130px",
      isHiddenAtFirst: true,
      cell: (user) => t(`recovery.${user.passwordRecoveryStatus}`),
    },
  ];
}
