import { codegen } from "@graphql-codegen/core";
import * as typescript from "@graphql-codegen/typescript";
import * as resolvers from "@graphql-codegen/typescript-resolvers";
import { type GraphQLSchema, parse, printSchema } from "graphql";
import { readdir, readFile } from "node:fs/promises";
import { writeIfChanged } from "./write-if-changed.ts";

const sources = "apps/server/src";
const output = `${sources}/generated/resolvers.ts`;

export async function generateResolverTypes(schema: GraphQLSchema): Promise<void> {
  const config = {
    useTypeImports: true,
    enumsAsTypes: true,
    contextType: "../context.ts#Context",
    // A resolver answers the fields it has; field resolvers add the rest.
    defaultMapper: "Partial<{T}>",
    mappers: await findMappers(),
    scalars: {
      ID: "string",
      DateTime: { input: "Date", output: "Date | string" },
      JSON: "unknown",
      Upload: { input: "Promise<import('graphql-upload-minimal').FileUpload>", output: "never" },
    },
  };
  const content = await codegen({
    filename: output,
    documents: [],
    schema: parse(printSchema(schema)),
    config,
    plugins: [{ typescript: {} }, { resolvers: {} }],
    pluginMap: { typescript, resolvers },
  });
  await writeIfChanged(output, content);
}

/** `export type TeamMapper = …` in a domain's mappers.ts is what Team's field resolvers get as parent. */
async function findMappers(): Promise<Record<string, string>> {
  const mappers: Record<string, string> = {};
  for (const folder of await readdir(sources)) {
    const text = await readFile(`${sources}/${folder}/mappers.ts`, "utf8").catch(() => "");
    for (const [, name] of text.matchAll(/export (?:interface|type) (\w+)Mapper\b/g)) {
      if (name) mappers[name] = `../${folder}/mappers.ts#${name}Mapper`;
    }
  }
  return mappers;
}
