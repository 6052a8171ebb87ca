import { useEffect } from "react";

/** The browser tab's title: useDocumentTitle("Teams", organization.name). */
export function useDocumentTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), "Parley"].join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
