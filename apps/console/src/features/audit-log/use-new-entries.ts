import { useEffect, useRef, useState } from "react";
import { useSubscription } from "urql";
import { tailSubscription } from "./audit-query.ts";

/** Counts entries as they are written; while `onNew` is given, it is called for them instead. */
export function useNewEntries(accountId: string, onNew: (() => void) | undefined) {
  const [count, setCount] = useState(0);
  const [{ data }] = useSubscription({ query: tailSubscription, variables: { accountId } });
  const latest = useRef(onNew);
  useEffect(() => {
    latest.current = onNew;
  });
  const entries = data?.auditLogTail;
  useEffect(() => {
    if (!entries || entries.length === 0) return;
    if (latest.current) latest.current();
    else setCount((before) => before + entries.length);
  }, [entries]);
  return { count, clear: () => setCount(0) };
}
