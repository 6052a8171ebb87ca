import { useEffect } from "react";
import { useLocation } from "react-router";
import { guardPlace } from "./leave-guard.ts";

/**
 * Asks before a link, or the browser's back and forward, leads away from unsaved work; the browser itself asks
 * before the tab is closed or reloaded.
 */
export function useLeaveWarning(isDirty: boolean, question: string): void {
  // A new place in the history is where a refused "back" must return to.
  const { key } = useLocation();
  useEffect(() => {
    if (!isDirty) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!link || link.hasAttribute("download") || link.getAttribute("target") === "_blank") return;
      if (link.getAttribute("href")?.startsWith("#")) return;
      if (window.confirm(question)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const stopGuarding = guardPlace(question);
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, true);
    return () => {
      stopGuarding();
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
    };
  }, [isDirty, question, key]);
}
