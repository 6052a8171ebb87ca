import { buildSchema, lexicographicSortSchema, printSchema } from "graphql";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { readSchemaFiles } from "#platform/schema-files.ts";

it("the committed schema.graphql is the union of the domains", async () => {
  const committed = await readFile(new URL("../../../schema.graphql", import.meta.url), "utf8");
  const schema = buildSchema((await readSchemaFiles()).join("\n"));
  expect(committed).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
});
