// Every mutation of the schema, with arguments made from it: it writes its entry in the audit log, repeated under the
// same idempotency key it has one effect and the same answer, and another request under that key is refused.
import { type GraphQLField, isObjectType } from "graphql";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROLE_TEMPLATES } from "#access/actions.ts";
import { createViewer } from "#access/viewer.ts";
import { createOnce } from "#platform/idempotency.ts";
import { assignProject, aUser } from "#testing/builders.ts";
import { handMadeArguments } from "#testing/hand-made-arguments.ts";
import { type RolledBack, rolledBack } from "#testing/rolled-back.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { argumentsFor, idPathsOf } from "./access/matrix/call-arguments.ts";
import { createWorld, type World } from "./access/matrix/world.ts";
import type { Context } from "./context.ts";
import { aChat } from "./conversations/testing.ts";
import { buildApi, UNAUDITED_MUTATIONS } from "./graphql.ts";

let server: TestServer;
let database: RolledBack;
let world: World;
let api: Awaited<ReturnType<typeof buildApi>>;
let userId: string;
beforeAll(async () => {
  server = await startTestServer();
  database = await rolledBack(server.databaseUrl);
  world = await createWorld(server, database.client);
  api = await buildApi();
  const roleKeys = ROLE_TEMPLATES.map((role) => role.key);
  userId = await aUser(server, { accountId: await world.idOf("accounts", "own"), roleKeys });
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

/** Moving a conversation on and typing are not written by change(): the chat has its own order. */
const ownOrder = new Set([
  "returnConversationToBot",
  "typeInConversation",
  "claimConversation",
  "closeConversation",
  "transferConversation",
]);

/** Reserved for the operator, who comes with the admin secret and is no person. */
const ofTheServer = new Set(["createAccount", "makeDbSnapshot"]);

/** The chat writes at its own pace, beside the transaction that is taken back here: it has a test of its own below. */
const onTheRealServer = new Set(["startStreamTest", "startVersionTest"]);

type Field = GraphQLField<unknown, unknown>;

function mutations(): Field[] {
  const type = api.schema.getType("Mutation");
  return isObjectType(type) ? Object.values(type.getFields()) : [];
}

async function ownArguments(field: Field): Promise<Record<string, unknown>> {
  const paths = new Map(idPathsOf(field).map((known) => [known.path, known]));
  return argumentsFor(field, async (path, isRequired) => {
    const known = paths.get(path);
    return isRequired && known ? world.idOf(known.table, "own") : undefined;
  });
}

function fieldNamed(name: string): Field {
  const field = mutations().find((each) => each.name === name);
  if (!field) throw new Error(`There is no mutation ${name}.`);
  return field;
}

async function call(field: Field, args: Record<string, unknown>, key = "the same key") {
  const isOfTheServer = ofTheServer.has(field.name) && args["parentAccountId"] === undefined;
  const ctx: Context = {
    ...server.services,
    db: database.db,
    // No other server is about to answer: what is refused is refused at once.
    once: createOnce(database.db, server.services.secrets, [0]),
    viewer: createViewer(
      database.db,
      isOfTheServer ? { isAdminSecret: true } : { userId, sessionId: undefined },
    ),
    requestId: "idempotency",
    idempotencyKey: key === "" ? undefined : key,
    operation: undefined,
    hasAudited: false,
    loaders: new Map(),
  };
  const fields = Object(api.resolvers["Mutation"]) as Record<
    string,
    (...given: unknown[]) => Promise<unknown>
  >;
  try {
    // As the caller sees it: dates and the like have become text.
    return {
      answer: JSON.stringify((await fields[field.name]?.(undefined, args, ctx, undefined)) ?? null),
      code: "OK",
    };
  } catch (error) {
    const code = (error as { extensions?: { code?: string } }).extensions?.code ?? "UNEXPECTED";
    return { answer: String(error), code };
  }
}

type Seen = Record<"tried" | "audited" | "refused" | "failures", string[]>;

/** What a call of every mutation, and its repeats, came to. */
const seen: Seen = { tried: [], audited: [], refused: [], failures: [] };

async function tryOut(field: Field, plain: Record<string, unknown>, seen: Seen): Promise<void> {
  const args = await handMadeArguments(field.name, plain, {
    database,
    userId,
    idOf: (table) => world.idOf(table, "own"),
    call: (name, given) => call(fieldNamed(name), given, ""),
  });
  const before = await database.writesNow();
  const entries = await entriesNow();
  const first = await call(field, args);
  // Arguments that no rule of the domain accepts prove nothing.
  if (first.code !== "OK") return void seen.refused.push(`${field.name}: ${first.answer}`);
  seen.tried.push(field.name);
  if ([...(await entriesNow())].some((id) => !entries.has(id))) seen.audited.push(field.name);
  const once = await database.writesNow();
  const again = await call(field, args);
  if (again.answer !== first.answer)
    seen.failures.push(`${field.name} answers ${again.answer} after ${first.answer}`);
  if ((await database.writesNow()) !== once) seen.failures.push(`${field.name} wrote again.`);
  const other = await call(field, { ...args, another: "request" });
  if (once > before && other.code !== "CONFLICT")
    seen.failures.push(`${field.name} took another request under the same key: ${other.answer}`);
  // A server that died before the answer was kept: the change itself remembers.
  await database.client.query("delete from idempotency_keys where key like '%/answer'");
  await call(field, args);
  const written = (await database.writesNow()) - once;
  if (written > 0 && !ownOrder.has(field.name))
    seen.failures.push(`${field.name} wrote again after a crash.`);
}

/** Not how many: deleting an organisation takes its entries away and writes one above it. */
async function entriesNow(): Promise<ReadonlySet<string>> {
  const { rows } = await database.client.query<{ id: string }>("select id from audit_log");
  return new Set(rows.map((row) => row.id));
}

/** Rows that recipes ask for. */
const made = [
  "customers",
  "pypes",
  "streams",
  "widgets",
  "bots",
  "external_agent_integrations",
  "applet_steps",
  "solution_versions",
  "identity_sessions",
];

beforeAll(async () => {
  // Made here, they outlive what is taken back.
  for (const table of made) await world.idOf(table, "own");
  for (const field of mutations()) {
    const plain = await ownArguments(field);
    await database.run(() => tryOut(field, plain, seen));
  }
}, 240_000);

it("every mutation happens once per key, and is answered as it was", () => {
  process.stdout.write(`idempotency: ${seen.tried.length} of ${mutations().length} mutations repeated\n`);
  expect(seen.failures).toEqual([]);
  const untried = seen.refused.filter((text) => !onTheRealServer.has(text.split(":")[0] ?? ""));
  expect(untried, "Give it arguments in testing/hand-made-arguments.ts").toEqual([]);
});

it("every mutation writes its entry in the audit log, but those that say why not", () => {
  const silent = mutations().filter(({ name }) => !seen.audited.includes(name));
  expect(silent.map(({ name }) => name).toSorted()).toEqual(Object.keys(UNAUDITED_MUTATIONS).toSorted());
});

it.each([...onTheRealServer])("%s begins one conversation per key", async (mutation) => {
  const { accountId, projectId, pypeId, streamId, botId } = await aChat(server);
  const testerId = await aUser(server, { accountId, roleKeys: ROLE_TEMPLATES.map((role) => role.key) });
  await assignProject(server, { userId: testerId, projectId });
  const { id: versionId } = await server.db
    .selectFrom("bot_versions")
    .select("id")
    .where("bot_id", "=", botId)
    .executeTakeFirstOrThrow();
  const given =
    mutation === "startStreamTest"
      ? `pypeId: "${pypeId}", streamId: "${streamId}"`
      : `versionId: "${versionId}"`;
  const begin = () =>
    server.graphql(
      `mutation { ${mutation}(projectId: "${projectId}", ${given}) { conversationId token } }`,
      {},
      { userId: testerId, headers: { "idempotency-key": "a test run" } },
    );
  const answers = await Promise.all([begin(), begin(), begin()]);
  answers.push(await begin());
  expect(answers.flatMap((answer) => answer.errors)).toEqual([]);
  expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
  const begun = await server.db
    .selectFrom("conversations")
    .select("id")
    .where("project_id", "=", projectId)
    .execute();
  expect(begun).toHaveLength(1);
});
