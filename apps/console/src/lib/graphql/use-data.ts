// Reading: the data, whether it is on its way, and the one sentence to show when it failed. What was read stays on
// the page, with all that was typed there, when it cannot be read again; once the server is reached, it is.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { notify } from "@parley/ui/notifications";
import type { AnyVariables, CombinedError } from "@urql/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useQuery } from "urql";
import type { UseQueryState } from "urql";
import { DataError, isUnreached, isVerdict, messageOf } from "./errors.ts";
import { useIsReached } from "./use-is-reached.ts";

type Options = {
  /** true: do not ask yet. */
  isPaused?: boolean;
  /** Types whose changes make the answer stale even when it holds none of them (an empty list). */
  types?: readonly string[];
  /** "cache-first" for what does not change while somebody works, such as time zones. */
  policy?: "cache-and-network" | "cache-first";
};

export function useData<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  options: Options = {},
) {
  const typesKey = options.types?.join(" ");
  const context = useMemo(() => ({ additionalTypenames: typesKey ? typesKey.split(" ") : [] }), [typesKey]);
  const [result, execute] = useQuery({
    query: document,
    variables,
    pause: options.isPaused ?? false,
    ...(options.policy ? { requestPolicy: options.policy } : {}),
    context,
  });
  const reload = useCallback(() => execute({ requestPolicy: "network-only" }), [execute]);
  const kept = useLastGood(result);
  useReadAgain(result, kept !== undefined, reload);
  const failure = kept !== undefined && !isUnreached(result.error) && result.error;
  useEffect(() => {
    if (failure) notify({ tone: "bad", message: messageOf(failure) });
  }, [failure]);

  const data = kept ?? result.data ?? undefined;
  const error = useMemo(
    () => (result.error && kept === undefined ? new DataError(result.error) : undefined),
    [result.error, kept],
  );
  return {
    data,
    /** Why there is nothing to show. */
    error,
    /** Nothing to show yet. */
    isLoading: result.fetching && data === undefined,
    /** What is shown is being checked with the server. */
    isRefreshing: result.fetching || result.stale,
    reload,
  };
}

/** What was answered before to the same question, while there is no other answer to it. */
function useLastGood<Data, Variables extends AnyVariables>(
  result: UseQueryState<Data, Variables>,
): Data | undefined {
  const [good, setGood] = useState<{ key: number; data: Data }>();
  const { data, error, operation } = result;
  if (operation && data && !error && (good?.data !== data || good.key !== operation.key))
    setGood({ key: operation.key, data });
  const isOver = error !== undefined && isVerdict(error);
  if (isOver && good) setGood(undefined);
  const isAnswered = error ? isOver : Boolean(data);
  return !isAnswered && good?.key === operation?.key ? good?.data : undefined;
}

const pauseMs = 5_000;
const longestPauseMs = 60_000;

/** What was lost is read again once the server is reached; what fails otherwise, while older data is shown for it. */
function useReadAgain(
  { data, error }: { data?: unknown; error?: CombinedError | undefined },
  isKept: boolean,
  reload: () => void,
): void {
  const isReached = useIsReached();
  const tries = useRef(0);
  useEffect(() => {
    if (data && !error) tries.current = 0;
    if (!error) return;
    const isLost = isUnreached(error);
    if (isLost ? !isReached : !isKept || isVerdict(error)) return;
    // At once when all were lost together; a question that fails alone is asked more and more seldom.
    const pause = isLost && tries.current === 0 ? 0 : Math.min(pauseMs * 2 ** tries.current, longestPauseMs);
    const timer = setTimeout(() => {
      tries.current++;
      reload();
    }, pause);
    return () => clearTimeout(timer);
  }, [data, error, isReached, isKept, reload]);
}
