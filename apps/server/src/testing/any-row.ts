// A row of any table at a place, made from the catalogue: required columns get a value, references lead to rows of
// the same place. For tests that walk the whole API and must not know every domain.
import type pg from "pg";
import { newId } from "#platform/ids.ts";

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly target: string | null;
  readonly targetColumn: string | null;
  /** The definition of a check that lists the values a column may hold. */
  readonly check: string | null;
}

/** Columns that say whose the row is: filled even where they may be empty. */
const owners = new Set(["account_id", "project_id", "project_environment_config_id"]);

/** Reference data: the same rows for everybody. */
const shared = new Set([
  "products",
  "environments",
  "time_zones",
  "locales",
  "llm_providers",
  "default_auth_methods",
]);

export type RowMaker = (table: string) => Promise<string>;

/** `known` are the rows of this place that exist already, by table; `special` makes those with rules of their own. */
export function rowMaker(
  client: pg.ClientBase,
  known: Map<string, string>,
  special: Readonly<Record<string, (make: RowMaker) => Promise<string>>> = {},
): RowMaker {
  // Those under way as well: two callers at once get the same row.
  const made = new Map<string, Promise<string>>();
  const make: RowMaker = (table) => {
    const existing = known.get(table);
    if (existing) return Promise.resolve(existing);
    const id = made.get(table) ?? special[table]?.(make) ?? insert(table);
    made.set(table, id);
    return id;
  };
  const insert = async (table: string) => {
    const there = await existingRow(client, table, known.get("projects"));
    if (there) return there;
    const values: [string, unknown][] = [];
    for (const column of await columnsOf(client, table)) {
      if (!column.isRequired && !owners.has(column.name)) continue;
      values.push([column.name, await valueOf(client, column, make)]);
    }
    const names = values.map(([name]) => `"${name}"`).join(", ");
    const places = values.map((_, index) => `$${index + 1}`).join(", ");
    const { rows } = await client
      .query<{ id: string }>(
        `insert into "${table}" (${names}) values (${places}) returning ${values.some(([name]) => name === "id") ? "id" : `"${values[0]?.[0]}" as id`}`,
        values.map(([, value]) => value),
      )
      .catch((error: unknown) => {
        throw new Error(`No row of ${table} could be made from its columns: add it to the special rows.`, {
          cause: error,
        });
      });
    return String(rows[0]?.id);
  };
  return make;
}

/** Some rows come with the project, such as its environments. */
async function existingRow(client: pg.ClientBase, table: string, projectId: string | undefined) {
  const columns = (await columnsOf(client, table)).map((column) => column.name);
  if (!columns.includes("id") || !(shared.has(table) || columns.includes("project_id"))) return undefined;
  const { rows } = shared.has(table)
    ? await client.query<{ id: string }>(`select id from "${table}" order by id limit 1`)
    : await client.query<{ id: string }>(
        `select id from "${table}" where project_id = $1 order by id limit 1`,
        [projectId],
      );
  return rows[0]?.id;
}

async function valueOf(client: pg.ClientBase, column: Column, make: RowMaker): Promise<unknown> {
  if (column.target && (column.targetColumn === "id" || !shared.has(column.target)))
    return make(column.target);
  if (column.target) {
    const { rows } = await client.query<{ value: unknown }>(
      `select "${column.targetColumn}" as value from "${column.target}" order by 1 limit 1`,
    );
    return rows[0]?.value;
  }
  // Tables of facts name their project without a reference.
  if (column.name === "project_id") return make("projects");
  switch (column.type) {
    case "uuid":
      return newId();
    case "jsonb":
    case "json":
      return /jsonb_typeof\(.*'array'/.test(column.check ?? "") ? "[]" : "{}";
    case "bytea":
      return Buffer.from(newId());
    case "bool":
      return false;
    case "date":
    case "timestamptz":
      return new Date();
    case "int2":
    case "int4":
    case "int8":
    case "float4":
    case "float8":
    case "numeric":
      return 1;
    default: {
      const allowed = /ARRAY\['([^']+)'/.exec(column.check ?? "")?.[1];
      if (column.type.startsWith("_")) return allowed ? `{${allowed}}` : "{}";
      return allowed ?? `any_${newId().replaceAll("-", "_")}`;
    }
  }
}

const cache = new Map<string, Promise<Column[]>>();

function columnsOf(client: pg.ClientBase, table: string): Promise<Column[]> {
  const known = cache.get(table) ?? readColumns(client, table);
  cache.set(table, known);
  return known;
}

async function readColumns(client: pg.ClientBase, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, t.typname as type,
       a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '' as "isRequired",
       (select f.confrelid::regclass::text from pg_constraint f
        where f.contype = 'f' and f.conrelid = a.attrelid and f.conkey[1] = a.attnum limit 1) as target,
       (select r.attname from pg_constraint f join pg_attribute r on r.attrelid = f.confrelid and r.attnum = f.confkey[1]
        where f.contype = 'f' and f.conrelid = a.attrelid and f.conkey[1] = a.attnum limit 1) as "targetColumn",
       (select pg_get_constraintdef(c.oid) from pg_constraint c
        where c.contype = 'c' and c.conrelid = a.attrelid and c.conkey = array[a.attnum] limit 1) as check
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  );
  if (rows.length === 0) throw new Error(`There is no table ${table}.`);
  return rows;
}
