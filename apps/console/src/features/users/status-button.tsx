import { Button } from "@mantine/core";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { notify } from "@parley/ui/notifications";
import { personName } from "@parley/ui/person";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../lib/graphql/use-change.ts";
import { updateUserMutation } from "./update-user.ts";
import type { UserDetails } from "./user-details.ts";

/** Suspends, after saying what that means, or reinstates at once. */
export function StatusButton({ user, accountId }: { user: UserDetails; accountId: string }) {
  const { t } = useTranslation("users");
  const [update, { isBusy }] = useChange(updateUserMutation);
  const [isAsking, setIsAsking] = useState(false);
  const name = personName(user);
  const isSuspended = user.status === "SUSPENDED";
  const setStatus = async (status: "ACTIVE" | "SUSPENDED") => {
    const { id, firstName, lastName, version } = user;
    await update({ id, accountId, firstName, lastName, status, version });
    notify({ tone: "good", message: t(status === "SUSPENDED" ? "suspend.done" : "suspend.back", { name }) });
  };
  const reinstate = () =>
    setStatus("ACTIVE").catch((reason: unknown) =>
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) }),
    );
  return (
    <>
      <Button
        variant="default"
        loading={isBusy && !isAsking}
        disabled={!user.canEditProfile}
        onClick={() => (isSuspended ? void reinstate() : setIsAsking(true))}
      >
        {t(isSuspended ? "suspend.reinstate" : "suspend.button")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t("suspend.title", { name })}
        confirmLabel={t("suspend.button")}
        onConfirm={() => setStatus("SUSPENDED")}
      >
        {t("suspend.hint")}
      </ConfirmDialog>
    </>
  );
}
