import { notify } from "@parley/ui/notifications";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

/** ?sessionEnded: says so until it is closed, and leaves the address clean. */
export function SessionEndedNotice() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const isEnded = params.has("sessionEnded");
  useEffect(() => {
    if (!isEnded) return;
    notify({ tone: "info", message: t("sessionEnded"), stays: true });
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete("sessionEnded");
        return next;
      },
      { replace: true },
    );
  }, [isEnded, setParams, t]);
  return null;
}
