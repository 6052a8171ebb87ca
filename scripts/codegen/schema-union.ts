import { buildSchema, type GraphQLSchema, lexicographicSortSchema, printSchema } from "graphql";
import { readSchemaFiles } from "../../apps/server/src/platform/schema-files.ts";
import { writeIfChanged } from "./write-if-changed.ts";

export async function writeSchemaUnion(): Promise<GraphQLSchema> {
  const schema = buildSchema((await readSchemaFiles()).join("\n"));
  await writeIfChanged("schema.graphql", `${printSchema(lexicographicSortSchema(schema))}\n`);
  return schema;
}
