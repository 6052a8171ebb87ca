import { useSearchParams } from "react-router";
import type { NavigateOptions } from "react-router";

/** One value in the address, such as the open tab, panel or filter. Empty removes it. */
export function useUrlParam(
  name: string,
  whenAbsent = "",
): [string, (value: string, options?: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams();
  const set = (value: string, options?: NavigateOptions) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      if (value === "" || value === whenAbsent) next.delete(name);
      else next.set(name, value);
      return next;
    }, options);
  return [params.get(name) ?? whenAbsent, set];
}
