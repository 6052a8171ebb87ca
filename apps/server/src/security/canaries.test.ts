// Threat S10: a secret that somebody entered turns up where it does not belong. Each is entered through the API, and
// then looked for in every row, in the log, in a snapshot, in what the API answers and in its errors.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { getNamedType, isCompositeType, isObjectType, type GraphQLOutputType } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#platform/log.ts";
import { addMasterKey, dropFormerKeys, loadMasterKeys } from "#platform/secrets/master-keys.ts";
import { createSecrets } from "#platform/secrets/secrets.ts";
import { anAdmin } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aCredential, aStudio, providers, type Studio } from "#testing/studio.ts";
import { idArguments } from "../access/matrix/arguments.ts";
import { buildApi } from "../graphql.ts";
import { takeSnapshot } from "../snapshots/take.ts";
import { countOldSecrets, rotateSecrets, secretPlaces } from "../secret-places.ts";
import { operationsOf, variablesOf } from "./any-operation.ts";

const canaries = {
  llm: "canary-llm-key-4b1d7e0a",
  project: "canary-project-secret-9f3c",
  oidc: "canary-client-secret-77aa1",
  headers: "canary-header-value-e51b0",
  password: "canary pass phrase 31c9d",
};
const forms = Object.values(canaries).flatMap((value) => {
  const bytes = Buffer.from(value);
  return [value, bytes.toString("base64").replace(/=+$/, ""), bytes.toString("hex")];
});
const foundIn = (text: string) => forms.filter((form) => text.includes(form));

let server: TestServer;
let studio: Studio;
let lines = "";
let visitorSecret = "";
const known = new Map<string, string>();
beforeAll(async () => {
  const log = createLog("trace", { write: (line: string) => void (lines += line) });
  server = await startTestServer({ log });
  studio = await aStudio(server);
  const { projectId, accountId, adminId } = studio;
  const ownerId = await anAdmin(server, accountId);
  await aCredential(studio, {
    name: "Canary",
    llmProviderId: providers.openaiCompatible,
    model: "m",
    baseUrl: "https://llm.example",
    secret: canaries.llm,
  });
  const run = async (source: string, variables: Record<string, unknown>, userId = adminId) => {
    const answer = await server.graphql(source, variables, { userId });
    expect(answer.errors).toEqual([]);
    return answer.data;
  };
  await run(
    `mutation S($p: ID!, $v: String!) { setProjectSecret(projectId: $p, name: "TOKEN", value: $v) { last4 } }`,
    { p: projectId, v: canaries.project },
  );
  await run(
    `mutation A($id: ID!, $c: [CustomAuthMethodInput!]) { updateAccount(id: $id, customAuthMethods: $c) { id } }`,
    {
      id: accountId,
      c: [
        {
          type: "OIDC",
          name: "Canary",
          clientId: "c",
          clientSecret: canaries.oidc,
          issuerURL: "https://id.example",
        },
      ],
    },
    ownerId,
  );
  const customerId = crypto.randomUUID();
  await server.db
    .insertInto("customers")
    .values({ id: customerId, project_id: projectId, name: "C" })
    .execute();
  const { pype } = (await run(
    `mutation P($projectId: ID!, $customerId: ID!, $i: PypeInput!) {
      pype: postCustomersPypesLive(projectId: $projectId, customerId: $customerId, pypeInput: $i) { id } }`,
    { projectId, customerId, i: { name: "Canary", description: "x" } },
  )) as { pype: { id: string } };
  await run(
    `mutation H($projectId: ID!, $pypeId: ID!, $config: PypeConfigInput) {
      patchPypeConfigLive(projectId: $projectId, pypeId: $pypeId, agentRouting: BOT_THEN_AGENT, config: $config) { agent_routing } }`,
    { projectId, pypeId: pype.id, config: { integrationHeaders: { Authorization: canaries.headers } } },
  );
  const verification = (await run(
    `mutation V($projectId: ID!, $pypeId: ID!) { setVisitorVerification(projectId: $projectId, pypeId: $pypeId, isRequired: true) { secret } }`,
    { projectId, pypeId: pype.id },
  )) as { setVisitorVerification: { secret: string } };
  visitorSecret = verification.setVisitorVerification.secret;
  forms.push(visitorSecret);
  // Of somebody else: a new password ends the sessions of its owner.
  await server.services.identity?.setPassword(studio.builderId, canaries.password);
  for (const [table, id] of [
    ["projects", projectId],
    ["accounts", accountId],
    ["pypes", pype.id],
    ["customers", customerId],
    ["users", adminId],
    ["owner", ownerId],
  ] as const) {
    known.set(table, id);
  }
}, 120_000);
afterAll(() => server.stop());

describe("a secret", () => {
  it("is in no row of any table", async ({ task }) => {
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')`.execute(server.db);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
        server.db,
      );
      for (const { row } of rows) for (const form of foundIn(row)) found.push(`${name}: ${form}`);
    }
    Object.assign(task.meta, { cases: tables.length * forms.length });
    expect(found).toEqual([]);
  });

  it("is in no answer of the API, whatever is asked for", async ({ task }) => {
    const { schema } = await buildApi();
    const queries = operationsOf(schema).filter(({ kind }) => kind === "query");
    const found: string[] = [];
    let answered = 0;
    for (const operation of queries) {
      // The person who set the check up reads its secret in the console, to put it on the page.
      if (operation.name === "visitorVerification") continue;
      const field = schema.getQueryType()?.getFields()[operation.name];
      if (!field) continue;
      const query = operation.query.replace(" { __typename }", selectionOf(field.type, 3));
      const variables = variablesOf(operation, (scalar, name) =>
        scalar === "ID"
          ? (known.get(idArguments[`${operation.name}.${name}`] ?? idArguments[name] ?? "") ?? null)
          : null,
      );
      const answer = await server.graphql(query, variables, { userId: String(known.get("owner")) });
      if (answer.data) answered += 1;
      for (const form of foundIn(JSON.stringify(answer))) found.push(`${operation.name}: ${form}`);
    }
    Object.assign(task.meta, { cases: queries.length });
    expect(found).toEqual([]);
    expect(answered).toBeGreaterThan(20);
  });

  it("does not come back in an error", async ({ task }) => {
    const wrong: [string, Record<string, unknown>][] = [
      [
        `mutation S($p: ID!, $v: String!) { setProjectSecret(projectId: $p, name: "not a name", value: $v) { last4 } }`,
        { p: studio.projectId, v: canaries.project },
      ],
      [
        `mutation S($p: ID!, $v: Int!) { setProjectSecret(projectId: $p, name: "T", value: $v) { last4 } }`,
        { p: studio.projectId, v: canaries.project },
      ],
      [
        `mutation C($p: ID!, $c: LLMCredentialInput!) { createCredential(projectId: $p, credential: $c) { id } }`,
        { p: studio.projectId, c: { name: "", secret: canaries.llm } },
      ],
      [
        `mutation C($p: ID!, $c: LLMCredentialInput!) { createCredential(projectId: $p, credential: $c) { id } }`,
        { p: studio.projectId, c: { name: "x", secrett: canaries.llm } },
      ],
    ];
    for (const [source, variables] of wrong) {
      const answer = await server.graphql(source, variables, { userId: studio.adminId });
      expect(answer.errors.length).toBeGreaterThan(0);
      expect([source, foundIn(JSON.stringify(answer))]).toEqual([source, []]);
    }
    Object.assign(task.meta, { cases: wrong.length });
  });

  it("is not in a snapshot", async ({ task }) => {
    const { path } = await takeSnapshot(server.services, join(server.services.config.dataDir, "snapshots"));
    const bytes = await readFile(path);
    const text = gunzipSync(bytes).toString("latin1");
    expect(text.length).toBeGreaterThan(10_000);
    expect(foundIn(text)).toEqual([]);
    Object.assign(task.meta, { cases: forms.length });
  });

  it("is not in the log, not even at its most talkative", ({ task }) => {
    expect(lines.length).toBeGreaterThan(1_000);
    expect(foundIn(lines)).toEqual([]);
    Object.assign(task.meta, { cases: forms.length });
  });
});

describe("the rotation of the master key", () => {
  it("knows every column that holds a sealed secret", async () => {
    const { rows: columns } = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'text'`.execute(server.db);
    const sealed: string[] = [];
    for (const { table, column } of columns) {
      const { rows } = await sql`select 1 from ${sql.table(table)}
        where starts_with(${sql.ref(column)}, 'p1:') limit 1`.execute(server.db);
      if (rows.length > 0) sealed.push(`${table}.${column}`);
    }
    const places = secretPlaces.map((place) => `${place.table}.${place.column}`);
    expect(sealed.length).toBeGreaterThan(4);
    expect(sealed.filter((name) => !places.includes(name))).toEqual([]);
  });

  it("goes on while secrets are read and written, and the old key is needed by nobody afterwards", async () => {
    const { config } = server.services;
    const write = (value: string) =>
      server.graphql(
        `mutation S($p: ID!, $v: String!) { setProjectSecret(projectId: $p, name: "BUSY", value: $v) { last4 } }`,
        { p: studio.projectId, v: value },
        { userId: studio.adminId },
      );
    let isDone = false;
    let calls = 0;
    const failures: unknown[] = [];
    const traffic = (async () => {
      while (!isDone) {
        const answer = await write(`value-${(calls += 1)}`.padEnd(20, "x"));
        failures.push(...answer.errors);
        const row = await server.db
          .selectFrom("project_secrets")
          .select(["id", "sealed"])
          .where("name", "=", "TOKEN")
          .executeTakeFirstOrThrow();
        const column = "project_secrets.sealed";
        const binding = { tenantId: studio.accountId, column, rowId: row.id } as const;
        const plain = server.services.secrets.decryptSecret(row.sealed, binding);
        if (plain !== canaries.project) failures.push(plain);
      }
    })();
    await expect.poll(() => calls).toBeGreaterThan(2);
    const newId = addMasterKey(config.dataDir);
    const keys = loadMasterKeys(config);
    const { rotated, broken } = await rotateSecrets(server.db, createSecrets(keys), newId);
    const before = calls;
    await expect.poll(() => calls).toBeGreaterThan(before + 2);
    isDone = true;
    await traffic;
    expect([rotated > 4, broken, failures]).toEqual([true, [], []]);
    expect(await countOldSecrets(server.db, newId)).toBe(0);
    expect(dropFormerKeys(config)).toBe(1);
    const fresh = createSecrets(loadMasterKeys(config));
    const again = await rotateSecrets(server.db, fresh, newId);
    expect(again).toEqual({ rotated: 0, broken: [] });
    expect((await write("after the old key is gone")).errors).toEqual([]);
  }, 60_000);
});

/** All that can be asked of a type, some levels deep. */
function selectionOf(type: GraphQLOutputType, levels: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return isCompositeType(named) ? " { __typename }" : "";
  const fields = Object.values(named.getFields()).filter((field) =>
    field.args.every((arg) => arg.defaultValue !== undefined || !String(arg.type).endsWith("!")),
  );
  const parts = fields.flatMap((field) => {
    if (!isCompositeType(getNamedType(field.type))) return [field.name];
    return levels > 1 ? [`${field.name}${selectionOf(field.type, levels - 1)}`] : [];
  });
  return ` { __typename ${parts.join(" ")} }`;
}
