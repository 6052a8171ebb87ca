// Table types come from the database itself: migrate a throw-away one and read its catalogue.
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/index.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { migrate, readMigrations } from "../../apps/server/src/platform/migrations.ts";
import { writeIfChanged } from "./write-if-changed.ts";

const output = "apps/server/src/generated/database.ts";

export async function generateDatabaseTypes(): Promise<void> {
  const migrations = await readMigrations();
  const stamp = createHash("sha256")
    .update(migrations.map((migration) => migration.name + migration.checksum).join())
    .digest("hex");
  const header = `// From the migrations, ${stamp}.`;
  const current = await readFile(output, "utf8").catch(() => "");
  if (current.startsWith(header)) return;
  await writeIfChanged(output, `${header}\n${render(await readColumns())}`);
}

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly udt_name: string;
  readonly is_nullable: "YES" | "NO";
  readonly has_default: boolean;
  readonly is_always_generated: boolean;
}

async function readColumns(): Promise<Column[]> {
  const folder = await mkdtemp(join(tmpdir(), "parley-codegen-"));
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: createLog("silent"),
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  try {
    await migrate(postgres.url);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query<Column>(`
      select table_name, column_name, udt_name, is_nullable,
        column_default is not null or is_identity = 'YES' as has_default,
        coalesce(identity_generation = 'ALWAYS', false) or is_generated = 'ALWAYS' as is_always_generated
      from information_schema.columns where table_schema = 'public'
      order by table_name, ordinal_position`);
    await client.end();
    return rows;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const types: Readonly<Record<string, string>> = {
  uuid: "string",
  text: "string",
  citext: "string",
  varchar: "string",
  name: "string",
  bool: "boolean",
  int2: "number",
  int4: "number",
  int8: "number",
  float4: "number",
  float8: "number",
  numeric: "number",
  bytea: "Buffer",
  inet: "string",
  tsvector: "string",
  _uuid: "string[]",
  _text: "string[]",
  _int4: "number[]",
  _float4: "number[]",
};
// What is read and what is written differ: JSON is written as text, times also as ISO strings.
const twoWay: Readonly<Record<string, readonly [string, string]>> = {
  timestamptz: ["Date", "Date | string"],
  date: ["Date", "Date | string"],
  jsonb: ["unknown", "string"],
  json: ["unknown", "string"],
};

function render(columns: readonly Column[]): string {
  const tables = Map.groupBy(columns, (column) => column.table_name);
  const interfaces = [...tables].map(([table, of]) => {
    const lines = of.map((column) => `  ${column.column_name}: ${typeOf(column)};`);
    return `export interface ${pascal(table)} {\n${lines.join("\n")}\n}`;
  });
  const index = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)};`);
  return `import type { ColumnType, Generated, GeneratedAlways } from "kysely";

${interfaces.join("\n\n")}

export interface Tables {
${index.join("\n")}
}
`;
}

function typeOf(column: Column): string {
  const orNull = column.is_nullable === "YES" ? " | null" : "";
  const pair = twoWay[column.udt_name];
  if (pair) {
    const orAbsent = column.has_default || orNull ? " | undefined" : "";
    return `ColumnType<${pair[0]}${orNull}, ${pair[1]}${orNull}${orAbsent}, ${pair[1]}${orNull}>`;
  }
  const base = types[column.udt_name];
  if (!base)
    throw new Error(`${column.table_name}.${column.column_name}: no TypeScript type for ${column.udt_name}.`);
  if (column.is_always_generated) return `GeneratedAlways<${base}${orNull}>`;
  return column.has_default ? `Generated<${base}${orNull}>` : `${base}${orNull}`;
}

function pascal(name: string): string {
  return name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
}
