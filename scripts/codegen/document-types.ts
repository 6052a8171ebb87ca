// Types every graphql(`…`) call of the console by its exact text. The documents themselves stay where
// they are written and are parsed when first used, so that no chunk carries another screen's queries.
import { codegen } from "@graphql-codegen/core";
import * as operations from "@graphql-codegen/typescript-operations";
import { type DocumentNode, type GraphQLSchema, Kind, parse, printSchema, validate } from "graphql";
import { glob, readFile } from "node:fs/promises";
import { generateKnownOperations, keepOperations } from "./known-operations.ts";
import { writeIfChanged } from "./write-if-changed.ts";

const output = "apps/console/src/generated";

interface Found {
  readonly file: string;
  readonly source: string;
  readonly document: DocumentNode;
}

export async function generateDocumentTypes(
  schema: GraphQLSchema,
  options: { isRelease: boolean },
): Promise<void> {
  const found = await findDocuments();
  checkDocuments(schema, found);
  const documents = found.map(({ document }) => document);
  if (options.isRelease) await keepOperations(schema, documents);
  await writeIfChanged(`${output}/graphql.ts`, overloads(found));
  await writeIfChanged(`${output}/operations.ts`, await operationTypes(schema, found));
  await generateKnownOperations(schema, documents);
}

async function findDocuments(): Promise<Found[]> {
  const found: Found[] = [];
  const files: string[] = [];
  for await (const file of glob("apps/console/src/**/*.{ts,tsx}")) files.push(file);
  for (const file of files.filter((name) => !name.includes("/generated/")).toSorted()) {
    const code = (await readFile(file, "utf8")).replace(/^\s*(\/\/|\*).*$/gm, "");
    for (const [, source] of code.matchAll(/\bgraphql\(\s*`([^`]*)`/g)) {
      if (source) found.push({ file, source, document: parse(source) });
    }
  }
  return found;
}

function checkDocuments(schema: GraphQLSchema, found: readonly Found[]): void {
  const fragments = found.flatMap(({ document }) =>
    document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION),
  );
  const names = new Map<string, string>();
  for (const { file, document } of found) {
    const own = new Set(
      document.definitions.map((definition) => ("name" in definition ? definition.name?.value : "")),
    );
    const others = fragments.filter((fragment) => !own.has(fragment.name.value));
    const errors = validate(schema, {
      ...document,
      definitions: [...document.definitions, ...others],
    }).filter((error) => !/is never used/.test(error.message));
    for (const error of errors) throw new Error(`${file}: ${error.message}`);
    for (const definition of document.definitions) {
      const name = "name" in definition ? definition.name?.value : undefined;
      if (!name) throw new Error(`${file}: every operation needs a name.`);
      const other = names.get(name);
      if (other) throw new Error(`${file}: ${name} is also the name of a document in ${other}.`);
      names.set(name, file);
    }
  }
}

function overloads(found: readonly Found[]): string {
  return [
    'import type { TypedDocumentNode } from "@graphql-typed-document-node/core";',
    'import { documentFor } from "../lib/graphql/document.ts";',
    'import type * as types from "./operations.ts";',
    "",
    ...found.map(overload),
    "export function graphql(source: string): TypedDocumentNode<any, any> {",
    "  return documentFor(source);",
    "}",
    "",
    "export type ResultOf<T> = T extends TypedDocumentNode<infer R, any> ? R : never;",
    "export type VariablesOf<T> = T extends TypedDocumentNode<any, infer V> ? V : never;",
    "",
  ].join("\n");
}

function overload({ source, document }: Found): string {
  const definition = document.definitions[0];
  const text = JSON.stringify(source);
  if (definition?.kind === Kind.FRAGMENT_DEFINITION) {
    return `export function graphql(source: ${text}): TypedDocumentNode<types.${definition.name.value}Fragment, Record<string, never>>;`;
  }
  if (definition?.kind !== Kind.OPERATION_DEFINITION)
    throw new Error("Only operations and fragments are typed.");
  const kind = { query: "Query", mutation: "Mutation", subscription: "Subscription" }[definition.operation];
  const type = `${definition.name?.value}${kind}`;
  return `export function graphql(source: ${text}): TypedDocumentNode<types.${type}, types.${type}Variables>;`;
}

async function operationTypes(schema: GraphQLSchema, found: readonly Found[]): Promise<string> {
  if (found.length === 0) return "export {};\n";
  return codegen({
    filename: `${output}/operations.ts`,
    documents: found.map(({ file, document }) => ({ location: file, document })),
    schema: parse(printSchema(schema)),
    config: {
      useTypeImports: true,
      enumsAsTypes: true,
      enumType: "string-literal",
      skipTypename: true,
      omitOperationSuffix: false,
      scalars: { ID: "string", DateTime: "string", JSON: "unknown", Upload: "File" },
    },
    plugins: [{ operations: {} }],
    pluginMap: { operations },
  });
}
