// GRAPHQL_OPERATIONS=known: only what the console and the sign-in page were built with is answered (decision 131).
import { createHash } from "node:crypto";
import { type DocumentNode, Kind, parse, print, visit } from "graphql";
import { PublicError } from "../errors.ts";
import { maxTokens } from "./limits.ts";

/** The same for texts that differ in white space, in the order of definitions and in `__typename`, which clients add. */
export function operationKey(document: DocumentNode): string {
  const bare = visit(document, {
    Field: (field) => (field.name.value === "__typename" && !field.alias ? null : undefined),
  });
  const definitions = bare.definitions.map((definition) => print(definition)).toSorted();
  return createHash("sha256").update(definitions.join("\n")).digest("base64url");
}

/** Throws for a document that is not on the list. Accepted texts are remembered, so that each is parsed once. */
export function createOperationGuard(knownKeys: readonly string[]): (source: string) => void {
  const known = new Set(knownKeys);
  const accepted = new Set<string>();
  return (source) => {
    if (accepted.has(source)) return;
    const key = keyOf(source);
    if (key === undefined || !known.has(key)) {
      throw new PublicError(
        "This server answers only the operations that its own pages use. Reload the page if you came here with one.",
        "UNKNOWN_OPERATION",
        400,
      );
    }
    // The same operation can be written in any number of ways; only so many are worth remembering.
    if (accepted.size < known.size * 4) accepted.add(source);
  };
}

function keyOf(source: string): string | undefined {
  try {
    const document = parse(source, { maxTokens, noLocation: true });
    // A selection of nothing but __typename is left empty by its removal, and is on no list.
    const isOnlyOperations = document.definitions.every(
      ({ kind }) => kind === Kind.OPERATION_DEFINITION || kind === Kind.FRAGMENT_DEFINITION,
    );
    return isOnlyOperations ? operationKey(document) : undefined;
  } catch {
    return undefined;
  }
}
