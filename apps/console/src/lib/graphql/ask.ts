// One question outside of a component: the answer, fresh from the server, or an error to show.
import type { AnyVariables, TypedDocumentNode } from "@urql/core";
import { client } from "./client.ts";
import { DataError } from "./errors.ts";

export async function ask<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const isQuery = document.definitions.some(
    (definition) => definition.kind === "OperationDefinition" && definition.operation === "query",
  );
  const context = { requestPolicy: "network-only" } as const;
  const answer = await (
    isQuery ? client.query(document, variables, context) : client.mutation(document, variables)
  ).toPromise();
  if (answer.error) throw new DataError(answer.error);
  if (answer.data === undefined) throw new Error("The server sent no answer.");
  return answer.data;
}
