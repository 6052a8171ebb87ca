// Search, sort and page of a list, in the address: a link shows what its sender saw.
import type { TableState } from "@parley/ui/data-table";
import { useMemo } from "react";
import { useSearchParams } from "react-router";

/** `sort` in the address is `name` or `-name`. `prefix` keeps two lists on one page apart. */
export function useTableUrlState(prefix = ""): {
  state: TableState;
  onStateChange: (next: TableState) => void;
} {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readTableState(params, prefix), [params, prefix]);
  return {
    state,
    onStateChange: (next) =>
      setParams((current) => writeTableState(current, prefix, next), {
        // Typing a search must not fill the history with one entry per letter.
        replace: next.search !== state.search,
      }),
  };
}

export function readTableState(params: URLSearchParams, prefix: string): TableState {
  const sort = params.get(`${prefix}sort`);
  const page = Number(params.get(`${prefix}page`) ?? 1);
  return {
    search: params.get(`${prefix}q`) ?? "",
    sort: sort ? { column: sort.replace(/^-/u, ""), isDescending: sort.startsWith("-") } : undefined,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

export function writeTableState(
  current: URLSearchParams,
  prefix: string,
  state: TableState,
): URLSearchParams {
  const next = new URLSearchParams(current);
  const set = (key: string, value: string) =>
    value === "" ? next.delete(`${prefix}${key}`) : next.set(`${prefix}${key}`, value);
  set("q", state.search);
  set("sort", state.sort ? `${state.sort.isDescending ? "-" : ""}${state.sort.column}` : "");
  set("page", state.page > 1 ? String(state.page) : "");
  return next;
}
