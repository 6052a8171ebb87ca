import { notify } from "@parley/ui/notifications";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { signOut, wasKeptSignedIn } from "../lib/session.ts";

/** Back in the console after a sign-out that did not work: says so and offers to try again. */
export function SignOutFailedNotice() {
  const { t } = useTranslation();
  useEffect(() => {
    void wasKeptSignedIn().then((isKept) => {
      if (!isKept) return;
      notify({
        tone: "bad",
        message: t("signOutFailed.message"),
        action: { label: t("signOutFailed.again"), run: () => void signOut() },
      });
    });
  }, [t]);
  return null;
}
