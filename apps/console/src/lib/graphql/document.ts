// Turns the text of a graphql(`…`) call into a document. Fragments are known by name, wherever they
// were written; an operation takes those it spreads when it is first sent, so order does not matter.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { gql } from "@urql/core";

type Definition = TypedDocumentNode["definitions"][number];

const documents = new Map<string, TypedDocumentNode>();
const fragments = new Map<string, Definition>();

export function documentFor(source: string): TypedDocumentNode {
  const known = documents.get(source);
  if (known) return known;
  const own = gql(source).definitions;
  for (const definition of own) {
    if (definition.kind === "FragmentDefinition") fragments.set(definition.name.value, definition);
  }
  let complete: readonly Definition[] | undefined;
  const document: TypedDocumentNode = {
    kind: "Document",
    get definitions() {
      complete ??= withFragments(own);
      return complete;
    },
  } as TypedDocumentNode;
  documents.set(source, document);
  return document;
}

function withFragments(own: readonly Definition[]): readonly Definition[] {
  const taken = new Map(own.map((definition) => [nameOf(definition), definition]));
  const queue = [...own];
  for (let definition = queue.shift(); definition; definition = queue.shift()) {
    for (const name of spreadsIn(definition)) {
      if (taken.has(name)) continue;
      const fragment = fragments.get(name);
      if (!fragment) throw new Error(`No fragment ${name}: import the module that writes it.`);
      taken.set(name, fragment);
      queue.push(fragment);
    }
  }
  return [...taken.values()];
}

function nameOf(definition: Definition): string {
  return "name" in definition ? (definition.name?.value ?? "") : "";
}

function spreadsIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(spreadsIn);
  if ("kind" in node && node.kind === "FragmentSpread" && "name" in node) {
    const name = node.name;
    return typeof name === "object" && name !== null && "value" in name ? [String(name.value)] : [];
  }
  return "selectionSet" in node || "selections" in node
    ? Object.entries(node).flatMap(([key, value]) =>
        key === "selectionSet" || key === "selections" ? spreadsIn(value) : [],
      )
    : [];
}
