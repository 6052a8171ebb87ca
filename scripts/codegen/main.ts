// Generates what is derived from the sources: the schema union (committed), and the gitignored types
// of the tables, the resolvers and the console's documents.
import { generateDatabaseTypes } from "./database-types.ts";
import { generateDocumentTypes } from "./document-types.ts";
import { generateResolverTypes } from "./resolver-types.ts";
import { writeSchemaUnion } from "./schema-union.ts";

const isRelease = process.argv.includes("--release");
const schema = await writeSchemaUnion();
await Promise.all([
  generateDatabaseTypes(),
  generateResolverTypes(schema),
  generateDocumentTypes(schema, { isRelease }),
]);
