// Trying out a connection before it is saved: the draft is kept sealed, the administrator who drew it up
// signs in with it, and what came back is kept for them. Nobody is signed in to Parley by it (decision 100).
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#platform/database.ts";
import { isId, newId } from "#platform/ids.ts";
import { type Connection, connectionSchema } from "./connections.ts";
import type { Provider } from "./context.ts";
import { withQuery } from "./exchange.ts";
import { oidcDeparture } from "./methods/oidc.ts";
import { samlDeparture } from "./methods/saml.ts";

const keptMs = 60 * 60_000;

const draftSchema = z.object({
  connection: connectionSchema,
  url: z.string(),
  state: z.string(),
  codeVerifier: z.string().optional(),
  nonce: z.string().optional(),
  requestId: z.string().optional(),
});
export type ConnectionTestDraft = z.infer<typeof draftSchema>;

const outcomeSchema = z.object({
  /** Why it failed. */
  reason: z.string().optional(),
  subject: z.string().optional(),
  email: z.string().nullable().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  claims: z.record(z.string(), z.unknown()).optional(),
  /** What a real sign-in would do with this answer. */
  effect: z.enum(["signs-in", "asks-to-link", "registers", "unknown-person", "no-email"]).optional(),
  personName: z.string().optional(),
});
export type ConnectionTestOutcome = z.infer<typeof outcomeSchema>;

export interface ConnectionTest {
  readonly id: string;
  readonly accountId: string;
  readonly state: "waiting" | "succeeded" | "failed";
  readonly outcome: ConnectionTestOutcome;
}

export interface ConnectionTests {
  /** Asks the other side what the way there needs; fails where a sign-in could not even begin. */
  prepare(connection: Connection): Promise<ConnectionTestDraft>;
  /** Answers where the administrator's browser goes. */
  start(
    tx: Db,
    test: { accountId: string; identityId: string; draft: ConnectionTestDraft },
  ): Promise<{ id: string; url: string }>;
  /** Only for who started it, and for an hour. */
  read(db: Db, id: string, identityId: string): Promise<ConnectionTest | null>;
}

export function createConnectionTests(provider: Provider): ConnectionTests {
  return {
    async prepare(connection) {
      const departure =
        connection.type === "saml"
          ? await samlDeparture(provider, connection)
          : await oidcDeparture(provider, connection);
      return { connection: { ...connection }, ...departure };
    },
    async start(tx, { accountId, identityId, draft }) {
      const id = newId();
      await tx
        .insertInto("identity_connection_tests")
        .values({
          id,
          account_id: accountId,
          identity_id: identityId,
          draft: provider.sealer.seal(`connection test ${id}`, draft),
          expires_at: new Date(provider.now().getTime() + keptMs),
        })
        .execute();
      const start = `${provider.settings.publicUrl}/self-service/methods/test/start`;
      return { id, url: withQuery(start, { id }) };
    },
    async read(db, id, identityId) {
      const row = await findRow(db, provider, id, identityId);
      if (row === undefined) return null;
      const outcome =
        row.outcome === null
          ? {}
          : outcomeSchema.parse(provider.sealer.open(`connection test outcome ${id}`, row.outcome));
      return { id, accountId: row.accountId, state: row.state, outcome };
    },
  };
}

/** The draft, while nobody has come back with it yet. */
export async function waitingDraft(
  provider: Provider,
  id: string,
  identityId: string,
): Promise<ConnectionTestDraft | null> {
  const row = await findRow(provider.db, provider, id, identityId);
  if (row === undefined || row.state !== "waiting") return null;
  return draftSchema.parse(provider.sealer.open(`connection test ${id}`, row.draft));
}

export async function keepOutcome(
  provider: Provider,
  id: string,
  state: "succeeded" | "failed",
  outcome: ConnectionTestOutcome,
): Promise<void> {
  await provider.db
    .updateTable("identity_connection_tests")
    .set({ state, outcome: provider.sealer.seal(`connection test outcome ${id}`, outcome) })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

interface TestRow {
  accountId: string;
  state: ConnectionTest["state"];
  draft: string;
  outcome: string | null;
}

async function findRow(
  db: Db,
  { now }: Provider,
  id: string,
  identityId: string,
): Promise<TestRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<TestRow>`
    select account_id as "accountId", state, draft, outcome from identity_connection_tests
    where id = ${id} and identity_id = ${identityId} and expires_at > ${now()}`.execute(db);
  return rows[0];
}
