// Reading: the data, whether it is on its way, and the one sentence to show when it failed.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import type { AnyVariables } from "@urql/core";
import { useCallback, useMemo } from "react";
import { useQuery } from "urql";
import { DataError } from "./errors.ts";

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
  const error = useMemo(() => (result.error ? new DataError(result.error) : undefined), [result.error]);
  const reload = useCallback(() => execute({ requestPolicy: "network-only" }), [execute]);
  return {
    data: result.data,
    error,
    /** Nothing to show yet. */
    isLoading: result.fetching && result.data === undefined,
    /** What is shown is being checked with the server. */
    isRefreshing: result.fetching || result.stale,
    reload,
  };
}
