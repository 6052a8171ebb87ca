import { entityFile, type EntityFile } from "@parley/bot-data/entity";

export const entityNameOf = (path: string) => path.replace(/^entities\//, "").replace(/\.json$/, "");

export const entityText = (definition: EntityFile) => `${JSON.stringify(definition, null, 2)}\n`;

/** Undefined when the file is not an entity as the forms know it; then only the text can be edited. */
export function readEntity(content: string): EntityFile | undefined {
  try {
    return entityFile.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}

/** A new definition of the type that keeps what both have. */
export function asType(type: EntityFile["type"], before: EntityFile): EntityFile {
  const roles = before.roles ? { roles: before.roles } : {};
  if (type === "enumeration") return { type, values: [], ...roles };
  if (type === "regex") return { type, pattern: "[A-Z]{2}-\\d{4}", ignoreCase: true, ...roles };
  return { type, kind: "date", ...roles };
}
