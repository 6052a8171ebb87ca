// An organisation with administrators who are signed in, a project and a chat that echoes.
import { insertAccount } from "../../apps/server/src/accounts/index.ts";
import { aChat, type ChatPlace } from "../../apps/server/src/conversations/testing.ts";
import { readConfig } from "../../apps/server/src/platform/config.ts";
import { connectDatabase } from "../../apps/server/src/platform/database.ts";
import { startLive } from "../../apps/server/src/platform/live.ts";
import { newId } from "../../apps/server/src/platform/ids.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { insertProject } from "../../apps/server/src/projects/index.ts";
import { createServices } from "../../apps/server/src/services.ts";
import type { TestServer } from "../../apps/server/src/testing/server.ts";
import { insertUser } from "../../apps/server/src/users/index.ts";

/** The first administrator, for those who sign in by hand. */
export const administrator = { email: "ada@faults.example", password: "a phrase for the faults" };

export const shop = "https://shop.example";

export interface Person {
  readonly id: string;
  readonly cookie: string;
}

export interface World {
  readonly accountId: string;
  readonly admins: readonly [Person, Person];
  readonly memberIds: readonly string[];
  /** People whose names, roles, teams and projects are changed again and again. */
  readonly subjectIds: readonly string[];
  readonly roleId: string;
  readonly teamId: string;
  readonly projectId: string;
  readonly settingId: string;
  readonly productIds: readonly string[];
  readonly chat: ChatPlace;
  /** Another organisation, for those who disturb. */
  readonly loud: { readonly accountId: string; readonly admin: Person };
}

export async function createWorld(url: string, dataDir: string): Promise<World> {
  const log = createLog("silent");
  const connection = connectDatabase(url, 4, log);
  const live = await startLive({ db: connection.db, url, log });
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent", PARLEY_DEMO: "off" });
  const services = await createServices({ config, log, connection, live });
  const { db, identity } = services;
  if (!identity) throw new Error("The faults use the built-in provider.");
  try {
    const place = await db.transaction().execute(async (tx) => {
      const accountId = await insertAccount(tx, { name: "Faults" });
      const person = (name: string, isAdmin: boolean) =>
        insertUser(tx, services, {
          userName: `${name}@faults.example`,
          firstName: name,
          lastName: "Fault",
          accountId,
          roleKeys: isAdmin ? ["organization_admin", "pro_studio_admin"] : [],
        });
      const adminIds = [await person("ada", true), await person("ben", true)];
      const memberIds = [await person("cat", false), await person("dan", false), await person("eve", false)];
      const subjectIds = [];
      for (let index = 0; index < 16; index += 1) subjectIds.push(await person(`subject${index}`, false));
      const teamId = newId();
      await tx.insertInto("teams").values({ id: teamId, account_id: accountId, name: "Subjects" }).execute();
      await tx
        .insertInto("team_accounts")
        .values({ team_id: teamId, account_id: accountId, is_primary_account: true })
        .execute();
      const { id: roleId } = await tx
        .selectFrom("roles")
        .select("id")
        .where("account_id", "=", accountId)
        .where("key", "=", "pro_studio_builder")
        .executeTakeFirstOrThrow();
      const projectId = await insertProject(tx, { accountId, name: "First", products: ["pro_studio"] });
      const loudId = await insertAccount(tx, { name: "Loud" });
      const loudAdminId = await insertUser(tx, services, {
        userName: "loud@loud.example",
        firstName: "Lou",
        lastName: "Loud",
        accountId: loudId,
        roleKeys: ["organization_admin"],
      });
      return { accountId, adminIds, memberIds, subjectIds, roleId, teamId, projectId, loudId, loudAdminId };
    });
    const [ada = "", ben = ""] = place.adminIds;
    await identity.createIdentity({ id: ada, ...administrator });
    const setting = await db
      .selectFrom("project_pro_studio_settings")
      .select("id")
      .where("project_id", "=", place.projectId)
      .executeTakeFirstOrThrow();
    const products = await db
      .selectFrom("products")
      .select("id")
      .where("name", "in", ["pro_studio", "analytics"])
      .execute();
    // The builders of the tests need no more of a server than its database.
    const chat = await aChat({ db } as unknown as TestServer, {
      domain: { host: "shop.example", port: null },
    });
    return {
      accountId: place.accountId,
      memberIds: place.memberIds,
      subjectIds: place.subjectIds,
      roleId: place.roleId,
      teamId: place.teamId,
      projectId: place.projectId,
      admins: [
        { id: ada, cookie: await identity.createSession(ada) },
        { id: ben, cookie: await identity.createSession(ben) },
      ],
      settingId: setting.id,
      productIds: products.map((product) => product.id),
      chat,
      loud: {
        accountId: place.loudId,
        admin: { id: place.loudAdminId, cookie: await identity.createSession(place.loudAdminId) },
      },
    };
  } finally {
    services.scripts.close();
    services.outgoing.close();
    await identity.close();
    await live.stop();
    await connection.close();
  }
}
