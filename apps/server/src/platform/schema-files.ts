// The API is the union of one schema.graphql per domain; the folder is the registration.
import { readdir, readFile } from "node:fs/promises";

const sources = new URL("../", import.meta.url);

export async function readSchemaFiles(): Promise<string[]> {
  const folders = (await readdir(sources, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const texts = await Promise.all(
    folders
      .map((folder) => folder.name)
      .toSorted()
      .map((name) => readFile(new URL(`${name}/schema.graphql`, sources), "utf8").catch(() => "")),
  );
  return texts.filter((text) => text !== "");
}
