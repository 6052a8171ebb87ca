import type pg from "pg";

export interface TableColumns {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Every table with its columns that are stored as they are written, by name; not the list of migrations. */
export async function tablesOf(client: pg.ClientBase): Promise<TableColumns[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select t.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.tables t join information_schema.columns c
      on c.table_schema = t.table_schema and c.table_name = t.table_name
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and t.table_name <> 'schema_migrations'
      and c.is_generated = 'NEVER'
    group by t.table_name order by t.table_name`);
  return rows;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
