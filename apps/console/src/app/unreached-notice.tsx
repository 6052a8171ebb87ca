import { notify } from "@parley/ui/notifications";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useIsReached } from "../lib/graphql/use-is-reached.ts";

/** While the server cannot be reached: says that what is on the page may be old, and when that is over. */
export function UnreachedNotice() {
  const { t } = useTranslation();
  const isReached = useIsReached();
  const wasLost = useRef(false);
  useEffect(() => {
    if (!isReached) {
      wasLost.current = true;
      return notify({ tone: "bad", message: t("unreached.lost") });
    }
    if (!wasLost.current) return undefined;
    wasLost.current = false;
    return notify({ tone: "good", message: t("unreached.back") });
  }, [isReached, t]);
  return null;
}
