import { useSearchParams } from "react-router";

/** One value in the address, such as the open tab, panel or filter. Empty removes it. */
export function useUrlParam(name: string, whenAbsent = ""): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (value: string) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      if (value === "" || value === whenAbsent) next.delete(name);
      else next.set(name, value);
      return next;
    });
  return [params.get(name) ?? whenAbsent, set];
}
