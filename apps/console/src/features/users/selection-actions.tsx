import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AccountDetails } from "../../shared/access/account-details.ts";
import { AssignProjectDialog } from "./assign-project-dialog.tsx";
import { RemoveUsersDialog } from "./remove-users-dialog.tsx";
import type { UserRow } from "./users-query.ts";

type Props = {
  organizationId: string;
  details: AccountDetails | undefined;
  users: readonly UserRow[];
  onDone: () => void;
};

export function SelectionActions({ organizationId, details, users, onDone }: Props) {
  const { t } = useTranslation("users");
  const [open, setOpen] = useState<"assign" | "remove">();
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen("assign")}>
        {t("assign.button")}
      </Button>
      <Button size="xs" color="red" variant="light" onClick={() => setOpen("remove")}>
        {t("remove.button")}
      </Button>
      {open === "assign" && (
        <AssignProjectDialog
          details={details}
          users={users}
          onClose={() => setOpen(undefined)}
          onDone={onDone}
        />
      )}
      {open === "remove" && (
        <RemoveUsersDialog
          accountId={organizationId}
          users={users}
          onClose={() => setOpen(undefined)}
          onDone={onDone}
        />
      )}
    </>
  );
}
