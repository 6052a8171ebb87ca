// The first run creates the root organisation and somebody who may sign in to it; a later run finds both.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { insertAccount } from "#domains/accounts";
import { insertUser } from "#domains/users";
import type { Services } from "./context.ts";

export interface FirstAdministrator {
  readonly email: string;
  readonly password: string;
}

/** Servers that start at once take turns: the first creates the administrator, the others find one. */
export async function createFirstAdministrator(services: Services): Promise<FirstAdministrator | undefined> {
  const { db, config, identity } = services;
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('first administrator', 0))`.execute(tx);
    const root = await tx
      .selectFrom("accounts")
      .select("id")
      .where("parent_id", "is", null)
      .executeTakeFirst();
    if (root) return undefined;
    const password = config.admin.password ?? randomBytes(9).toString("base64url");
    const accountId = await insertAccount(tx, { name: config.demo ? "Northwind Group" : "My organisation" });
    const userId = await insertUser(tx, services, {
      userName: config.admin.email,
      firstName: "Ada",
      lastName: "Admin",
      accountId,
      roleKeys: ["organization_admin"],
    });
    if (identity) await identity.createIdentity({ id: userId, email: config.admin.email, password }, tx);
    return { email: config.admin.email, password };
  });
}
