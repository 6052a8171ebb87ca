import { useEffect, useRef } from "react";

/** The autofocus attribute works once per page; a step of a form that appears later has to ask for the focus. */
export function useFocusOnMount<T extends HTMLElement>(isWanted: boolean) {
  const element = useRef<T>(null);
  useEffect(() => {
    if (isWanted) element.current?.focus();
  }, [isWanted]);
  return element;
}
