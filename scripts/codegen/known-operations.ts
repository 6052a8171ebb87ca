// The list behind GRAPHQL_OPERATIONS=known: every document of the console, with the fragments it spreads, and of
// the sign-in page, as they are now and as they were in the version before (decision 215). The widget speaks no GraphQL.
import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  stripIgnoredCharacters,
  validate,
  visit,
} from "graphql";
import { glob, readdir, readFile } from "node:fs/promises";
import { operationKey } from "../../apps/server/src/platform/graphql/known-operations.ts";
import { writeIfChanged } from "./write-if-changed.ts";

const output = "apps/server/src/generated/known-operations.ts";

const previousOutput = "apps/server/previous-operations.graphql";

export async function generateKnownOperations(
  schema: GraphQLSchema,
  consoleDocuments: readonly DocumentNode[],
): Promise<void> {
  const previous = parse(await readFile(previousOutput, "utf8"));
  const documents = [
    ...completed(consoleDocuments),
    ...(await signInDocuments(schema)),
    ...completed([previous]),
  ];
  const keys = [...new Set(documents.map(operationKey))].toSorted();
  const lines = keys.map((key) => `  "${key}",`);
  await writeIfChanged(
    output,
    `export const knownOperations: readonly string[] = [\n${lines.join("\n")}\n];\n`,
  );
}

/**
 * When a new version begins: what the pages of this one ask becomes what those of the version before asked. The first
 * line says for which version it was written and which migrations that before had; upgrade.test.ts reads it.
 */
export async function keepOperations(
  schema: GraphQLSchema,
  consoleDocuments: readonly DocumentNode[],
): Promise<void> {
  const all = [...consoleDocuments, ...(await signInDocuments(schema))].flatMap((one) => one.definitions);
  // A line each: nobody reads them, and a release should change no more lines than operations.
  const texts = [...new Set(all.map((definition) => stripIgnoredCharacters(print(definition))))].toSorted();
  const { version }: { version: string } = JSON.parse(await readFile("package.json", "utf8"));
  const lastMigration = (await readdir("apps/server/migrations")).toSorted().at(-1);
  const about =
    `# What the pages of the version before ${version} ask; its last migration is ${lastMigration}. ` +
    "Written by npm run codegen -- --release.";
  await writeIfChanged(previousOutput, `${[about, ...texts].join("\n")}\n`);
}

/** One document per operation, with all fragments it leads to, as the client sends it. */
function completed(documents: readonly DocumentNode[]): DocumentNode[] {
  const all = documents.flatMap((document) => document.definitions);
  const fragments = new Map(
    all.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  );
  const withFragments = (operation: OperationDefinitionNode): DocumentNode => {
    const taken = new Set<DefinitionNode>([operation]);
    for (const definition of taken) {
      visit(definition, {
        FragmentSpread({ name }) {
          const fragment = fragments.get(name.value);
          if (fragment) taken.add(fragment);
        },
      });
    }
    return { kind: Kind.DOCUMENT, definitions: [...taken] };
  };
  return all.filter((one) => one.kind === Kind.OPERATION_DEFINITION).map(withFragments);
}

async function signInDocuments(schema: GraphQLSchema): Promise<DocumentNode[]> {
  const found: DocumentNode[] = [];
  for await (const file of glob("apps/sign-in/src/data/*.ts")) {
    for (const [, source] of (await readFile(file, "utf8")).matchAll(/`((?:query|mutation) [^`]*)`/g)) {
      const document = parse(source ?? "");
      const [error] = validate(schema, document);
      if (error) throw new Error(`${file}: ${error.message}`);
      found.push(document);
    }
  }
  return found;
}
