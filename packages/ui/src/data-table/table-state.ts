import { useState } from "react";
import type { TableState } from "./types.ts";

const initial: TableState = { search: "", sort: undefined, page: 1 };

/** The page's state where it keeps one (in the URL), otherwise the table's own. */
export function useTableState(
  state: TableState | undefined,
  onChange: ((state: TableState) => void) | undefined,
): [TableState, (next: TableState) => void] {
  const [own, setOwn] = useState(initial);
  return [
    state ?? own,
    (next) => {
      if (state === undefined) setOwn(next);
      onChange?.(next);
    },
  ];
}
