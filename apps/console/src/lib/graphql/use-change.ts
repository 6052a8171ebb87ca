// Changing: a function that resolves with the answer or rejects with a DataError.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import type { AnyVariables } from "@urql/core";
import { useCallback } from "react";
import { useMutation } from "urql";
import { DataError } from "./errors.ts";

export function useChange<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
) {
  const [result, execute] = useMutation(document);
  const change = useCallback(
    async (variables: Variables): Promise<Data> => {
      const answer = await execute(variables);
      if (answer.error) throw new DataError(answer.error);
      if (answer.data === undefined) throw new Error("The server sent no answer.");
      return answer.data;
    },
    [execute],
  );
  return [change, { isBusy: result.fetching }] as const;
}
