import { useEffect } from "react";

/**
 * Reads again some time after the last answer, while something is under way that no subscription tells of. Nobody
 * looks at a page in the background: there it waits.
 */
export function useLookAgain(
  { isRefreshing, reload }: { isRefreshing: boolean; reload: () => void },
  isWanted: boolean,
  afterMs: number,
): void {
  useEffect(() => {
    if (!isWanted || isRefreshing) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") reload();
    }, afterMs);
    return () => clearInterval(timer);
  }, [isWanted, isRefreshing, reload, afterMs]);
}
