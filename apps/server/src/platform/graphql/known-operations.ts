// GRAPHQL_OPERATIONS=known: only what the console and the sign-in page were built with is answered (decision 131).
import { createHash } from "node:crypto";
import { type DocumentNode, print, visit } from "graphql";
import { PublicError } from "../errors.ts";

/** The same for texts that differ in white space, in the order of definitions and in `__typename`, which clients add. */
export function operationKey(document: DocumentNode): string {
  const bare = visit(document, {
    Field: (field) => (field.name.value === "__typename" && !field.alias ? null : undefined),
  });
  const definitions = bare.definitions.map((definition) => print(definition)).toSorted();
  return createHash("sha256").update(definitions.join("\n")).digest("base64url");
}

/** Throws for a document that is not on the list. */
export function createOperationGuard(knownKeys: readonly string[]): (document: DocumentNode) => void {
  const known = new Set(knownKeys);
  return (document) => {
    if (known.has(operationKey(document))) return;
    throw new PublicError(
      "This server answers only the operations that its own pages use. Reload the page if you came here with one.",
      "UNKNOWN_OPERATION",
      400,
    );
  };
}
