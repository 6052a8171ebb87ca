// Interim face of the provider: identities and sessions on its tables, until its flows land.
import fastify, { type FastifyInstance } from "fastify";
import { createHash, randomBytes } from "node:crypto";
import type { Pool } from "pg";
import type { Config } from "#platform/config.ts";
import type { Database, Db } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import type { Log } from "#platform/log.ts";
import type { Outgoing } from "#platform/outgoing/outgoing.ts";
import type { Secrets } from "#platform/secrets/secrets.ts";

export interface IdentityProvider {
  readonly publicApp: FastifyInstance;
  readonly adminApp: FastifyInstance;
  whoami(cookie: string | undefined): Promise<{ id: string; identity: { id: string } } | null>;
  createIdentity(identity: { id: string; email: string; password?: string }, tx?: Db): Promise<void>;
  /** Answers a Cookie header. */
  createSession(identityId: string): Promise<string>;
}

const hash = (token: string) => createHash("sha256").update(token).digest();

export async function createIdentityProvider(options: {
  db: Database;
  pool: Pool;
  config: Config;
  log: Log;
  outgoing: Outgoing;
  secrets: Secrets;
}): Promise<IdentityProvider> {
  const { db } = options;
  const publicApp = fastify();
  const adminApp = fastify();
  for (const app of [publicApp, adminApp]) app.get("/health/alive", () => ({ status: "ok" }));
  return {
    publicApp,
    adminApp,
    async whoami(cookie) {
      const token = cookie?.match(/ory_kratos_session=([^;]+)/)?.[1];
      if (!token) return null;
      const row = await db
        .selectFrom("identity_sessions")
        .select(["id", "identity_id"])
        .where("token_hash", "=", hash(token))
        .where("active", "=", true)
        .executeTakeFirst();
      return row ? { id: row.id, identity: { id: row.identity_id } } : null;
    },
    async createIdentity(identity, tx = db) {
      await tx
        .insertInto("identities")
        .values({ id: identity.id, traits: JSON.stringify({ email: identity.email }) })
        .execute();
    },
    async createSession(identityId) {
      const token = randomBytes(24).toString("base64url");
      const now = new Date();
      await db
        .insertInto("identity_sessions")
        .values({
          id: newId(),
          identity_id: identityId,
          token_hash: hash(token),
          aal: "aal1",
          authenticated_at: now,
          issued_at: now,
          expires_at: new Date(now.getTime() + 86_400_000),
          device_id: newId(),
          last_used_at: now,
        })
        .execute();
      return `ory_kratos_session=${token}`;
    },
  };
}
