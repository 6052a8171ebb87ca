import { notify } from "@parley/ui/notifications";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useIsReached } from "../lib/graphql/use-is-reached.ts";

/** While the server cannot be reached: says that what is on the page may be old, and when that is over. */
export function UnreachedNotice() {
  const { t } = useTranslation();
  const isReached = useIsReached();
  useEffect(() => {
    if (isReached) return;
    const close = notify({ tone: "bad", message: t("unreached.lost") });
    return () => {
      close();
      notify({ tone: "good", message: t("unreached.back") });
    };
  }, [isReached, t]);
  return null;
}
