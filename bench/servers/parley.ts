// A Parley with 50 projects for the GraphQL benchmark; prints where it is and who may ask, then serves.
import { connectDatabase } from "../../apps/server/src/platform/database.ts";
import { readConfig } from "../../apps/server/src/platform/config.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { insertAccount } from "../../apps/server/src/accounts/index.ts";
import { insertProject } from "../../apps/server/src/projects/index.ts";
import { insertUser } from "../../apps/server/src/users/index.ts";
import { startServer } from "../../apps/server/src/server.ts";

const config = readConfig();
const url = config.databaseUrl;
if (!url) throw new Error("The benchmark gives the server its DATABASE_URL.");
const log = createLog("warn");
const server = await startServer(config, url, log);
const { db, identity } = server.services;
const { accountId, userId } = await db.transaction().execute(async (tx) => {
  const account = await insertAccount(tx, { name: "Bench" });
  const user = await insertUser(tx, server.services, {
    userName: "bench@example.org",
    firstName: "Ben",
    lastName: "Ch",
    accountId: account,
    roleKeys: ["organization_admin"],
  });
  for (let index = 0; index < 50; index += 1) {
    await insertProject(tx, {
      accountId: account,
      name: `Project ${index}`,
      description: "One of fifty projects of the benchmark",
      products: ["pro_studio", "agent_assist", "analytics"],
    });
  }
  return { accountId: account, userId: user };
});
const project = await db
  .selectFrom("projects")
  .select("id")
  .where("account_id", "=", accountId)
  .executeTakeFirstOrThrow();
const cookie = await identity?.createSession(userId);
// Fresh statistics, so that both contestants get the same plans.
const once = connectDatabase(url, 2, log);
await once.pool.query("vacuum analyze");
await once.close();
console.log(
  JSON.stringify({ url: `${config.urls.api}/v1/graphql`, cookie, accountId, projectId: project.id }),
);
