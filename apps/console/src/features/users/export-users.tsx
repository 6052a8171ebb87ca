// Every person that matches, not only the page in view, as CSV.
import { Button } from "@mantine/core";
import { notify } from "@parley/ui/notifications";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../lib/graphql/client.ts";
import { DataError } from "../../lib/graphql/errors.ts";
import { toCsv } from "../../shared/csv.ts";
import { datedName, saveFile } from "../../shared/save-file.ts";
import type { UserRow, UsersVariables } from "./users-query.ts";
import { usersQuery } from "./users-query.ts";

const chunk = 1_000;

export function ExportUsersButton({ variables, count }: { variables: UsersVariables; count: number }) {
  const { t } = useTranslation("users");
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const users: UserRow[] = [];
      for (let offset = 0; offset < count; offset += chunk) {
        const answer = await client
          .query(usersQuery, { ...variables, limit: chunk, offset }, { requestPolicy: "network-only" })
          .toPromise();
        if (answer.error) throw new DataError(answer.error);
        users.push(...(answer.data?.users ?? []));
      }
      const head = ["firstName", "lastName", "email", "status", "roles", "teams", "lastActive", "added"];
      const rows = users.map((user) => [
        user.firstName,
        user.lastName,
        user.userName,
        t(`status.${user.status}`),
        user.assignedRoles.map((role) => role.name).join("; "),
        user.assignedTeams.map((team) => team.name).join("; "),
        user.lastActiveAt ?? "",
        user.createdAt,
      ]);
      saveFile(datedName("users", "csv"), toCsv([head, ...rows]), "text/csv");
      notify({ tone: "good", message: t("export.done", { count: users.length }) });
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button variant="default" loading={isBusy} disabled={count === 0} onClick={() => void save()}>
      {t("export.button")}
    </Button>
  );
}
