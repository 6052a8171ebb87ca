// The line to the database is cut after each statement of each migration: either none of a migration is there or all
// of it, and the next start finishes.
import type pg from "pg";
import { migrate, type Migration, readMigrations } from "../../apps/server/src/platform/migrations.ts";
import { type Bed, withClient } from "../harness/bed.ts";
import type { Fault } from "../harness/fault.ts";
import { statementsOf } from "../harness/statements.ts";

export const fault: Fault = {
  id: "R14",
  title: "migrations cut at every statement",
  async run(bed) {
    const databaseUrl = await bed.emptyDatabase();
    // The list of migrations itself is not one: it is there before the first.
    await migrate(databaseUrl, []);
    const all = await readMigrations();
    let [torn, rounds, slowest] = [0, 0, 0];
    const broken: string[] = [];
    for (const [index, migration] of all.entries()) {
      const done = all.slice(0, index);
      const before = await shapeOf(databaseUrl);
      for (const cut of cutsOf(bed, migration)) {
        rounds += 1;
        const failed = await migrate(databaseUrl, [...done, cut]).then(
          () => false,
          () => true,
        );
        if (!failed) broken.push(`${migration.name} did not notice that it was cut.`);
        if ((await shapeOf(databaseUrl)) !== before) torn += 1;
      }
      const begun = performance.now();
      const applied = await migrate(databaseUrl, [...done, migration]);
      slowest = Math.max(slowest, performance.now() - begun);
      if (applied.join() !== migration.name) broken.push(`${migration.name} was not applied afterwards.`);
    }
    const left = await migrate(databaseUrl);
    if (left.length > 0) broken.push(`Still to apply: ${left.join(", ")}.`);
    return {
      lost: 0,
      phantom: 0,
      double: 0,
      torn,
      rounds,
      recoveryMs: slowest,
      broken,
      notes: [`${all.length} migrations; recovery is the longest of them`],
    };
  },
};

/** The migration with the cut after its first, second, third… statement; a few of them in a short run. */
function cutsOf(bed: Bed, migration: Migration): Migration[] {
  const statements = statementsOf(migration.sql);
  const places = statements.map((_, place) => place + 1);
  const chosen = bed.scale === "long" ? places : places.filter(() => bed.random() < 0.5 / statements.length);
  return chosen.map((place) => ({
    ...migration,
    sql: [...statements.slice(0, place), "select pg_terminate_backend(pg_backend_pid())"].join(";\n"),
  }));
}

/** Every column, constraint, index, trigger and function there is, and which migrations are recorded. */
async function shapeOf(databaseUrl: string): Promise<string> {
  return withClient(databaseUrl, async (client: pg.Client) => {
    const { rows } = await client.query<{
      shape: string;
    }>(`select md5(string_agg(line, ',' order by line)) as shape from (
      select format('%s.%s %s %s', table_name, column_name, data_type, column_default) as line
        from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations'
      union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace and conrelid <> 'schema_migrations'::regclass
      union all select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'schema_migrations'
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
      union all select name from schema_migrations) shapes`);
    return rows[0]?.shape ?? "";
  });
}
