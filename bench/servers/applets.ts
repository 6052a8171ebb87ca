// A Parley with one applet for the applets benchmark: a webhook, a condition and an HTTP request. Prints where its
// webhook is, then serves.
import { insertAccount } from "../../apps/server/src/accounts/index.ts";
import { insertDemoApplet } from "../../apps/server/src/applets/index.ts";
import { readConfig } from "../../apps/server/src/platform/config.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { insertProject } from "../../apps/server/src/projects/index.ts";
import { startServer } from "../../apps/server/src/server.ts";

const config = readConfig();
if (!config.databaseUrl) throw new Error("The benchmark gives the server its DATABASE_URL.");
const server = await startServer(config, config.databaseUrl, createLog("warn"));
const { db } = server.services;
await db.transaction().execute(async (tx) => {
  const accountId = await insertAccount(tx, { name: "Bench" });
  const projectId = await insertProject(tx, { accountId, name: "Bench", products: ["analytics"] });
  const { id: configId } = await tx
    .selectFrom("project_environment_configs")
    .select("id")
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  await insertDemoApplet(tx, server.services, {
    accountId,
    projectId,
    configId,
    name: "Orders",
    description: "",
    status: "ACTIVE",
    triggers: [{ package: "webhook", options: { signature: "optional" } }],
    condition: { all: [{ fact: "webhook.body.total", operator: "atLeast", value: 50 }] },
    actions: [
      {
        package: "http-request",
        options: {
          url: `${process.env["SINK_URL"] ?? ""}/parley`,
          method: "POST",
          body: { total: "{{webhook.body.total}}" },
        },
      },
    ],
  });
});
const { token } = await db.selectFrom("applet_webhooks").select("token").executeTakeFirstOrThrow();
console.log(JSON.stringify({ url: `${config.urls.api}/applets/webhooks/${token}` }));
