// Which environment owns the address of a page, among 100,000 domains: the statement itself and the whole question.
import { sql } from "kysely";
import { placeOfPage } from "../apps/server/src/environments/domain-url.ts";
import { coveringStatement, findPageEnvironment } from "../apps/server/src/environments/lookup.ts";
import type { Database, DatabaseConnection } from "../apps/server/src/platform/database.ts";
import { insertAccount } from "../apps/server/src/accounts/index.ts";
import { insertProject } from "../apps/server/src/projects/index.ts";
import { withDatabase } from "./database.ts";
import { type Bench, median, percentile, type Row } from "./measure.ts";

const domains = 100_000;
const goalMs = 0.5;
const explained = 500;
const calls = 2_000;

export const bench: Bench = {
  name: "domains",
  goal: `median of at most ${goalMs} ms of database time at ${domains.toLocaleString("en")} domains`,
  run: () =>
    withDatabase(async (connection) => {
      await fill(connection.db);
      await connection.pool.query("vacuum analyze");
      const table: Row[] = [];
      for (const [name, address] of Object.entries(addresses))
        table.push(await measure(connection, name, address));
      const worst = Math.max(...table.map((row) => Number(row["database ms, median"])));
      return { table, figure: `${worst.toFixed(3)} ms of database time`, passed: worst <= goalMs };
    }),
};

const addresses: Readonly<Record<string, (index: number) => string>> = {
  "exact host": (index) => `https://www.site${index}.example/products/42?x=1`,
  "path of a shared host": (index) => `https://shared.example/tenant${index}/a/b/c`,
  "wildcard, deep": (index) => `https://a.b.c.wild${index}.example/x/y/z`,
  "nobody's": (index) => `https://www.nobody${index}.example/some/where`,
};

/** 60,000 hosts, 20,000 paths of one host, 20,000 wildcards, over 500 projects. */
async function fill(db: Database): Promise<void> {
  const configs = await db.transaction().execute(async (tx) => {
    const accountId = await insertAccount(tx, { name: "Bench" });
    for (let index = 0; index < 500; index += 1) {
      await insertProject(tx, { accountId, name: `Project ${index}`, products: ["analytics"] });
    }
    return tx.selectFrom("project_environment_configs").select("id").execute();
  });
  const ids = configs.map((config) => config.id);
  await sql`
    insert into domains (id, project_environment_config_id, url, type, scheme, host, port, path_prefix)
    select gen_random_uuid(), (${ids}::uuid[])[1 + n % ${ids.length}], '', kind, 'https', host, null, path from (
      select n, 'EXACT' as kind, 'www.site' || n || '.example' as host, '/' as path from generate_series(1, 60000) n
      union all select n, 'EXACT', 'shared.example', '/tenant' || n || '/' from generate_series(1, 20000) n
      union all select n, 'WILDCARD', 'wild' || n || '.example', '/' from generate_series(1, 20000) n
    ) d`.execute(db);
}

async function measure(
  connection: DatabaseConnection,
  name: string,
  address: (index: number) => string,
): Promise<Row> {
  const whole: number[] = [];
  let found = 0;
  for (let call = -200; call < calls; call += 1) {
    const at = performance.now();
    const owner = await findPageEnvironment(connection.db, address(1 + ((Math.abs(call) * 7_919) % 20_000)));
    if (call < 0) continue;
    whole.push(performance.now() - at);
    if (owner) found += 1;
  }
  const inside: number[] = [];
  for (let call = 0; call < explained; call += 1)
    inside.push(await databaseMs(connection, address(1 + ((call * 7_919) % 20_000))));
  return {
    page: name,
    found: `${Math.round((found / calls) * 100)} %`,
    "database ms, median": median(inside).toFixed(3),
    "database ms, p99": percentile(inside, 0.99).toFixed(3),
    "whole question ms, median": median(whole).toFixed(3),
    "whole question ms, p99": percentile(whole, 0.99).toFixed(3),
  };
}

/** Planning and execution as the database itself counts them. */
async function databaseMs(connection: DatabaseConnection, address: string): Promise<number> {
  const place = placeOfPage(address);
  if (!place) throw new Error(`${address} is no address.`);
  const { sql: text, parameters } = coveringStatement(place).compile(connection.db);
  const { rows } = await connection.pool.query<{
    "QUERY PLAN": { "Planning Time": number; "Execution Time": number }[];
  }>(`explain (analyze, timing off, format json) ${text}`, [...parameters]);
  const plan = rows[0]?.["QUERY PLAN"][0];
  if (!plan) throw new Error("The database explained nothing.");
  return plan["Planning Time"] + plan["Execution Time"];
}
