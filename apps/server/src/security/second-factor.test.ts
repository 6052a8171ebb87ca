// Threat S20: somebody with a second factor signs in with the first alone and calls the API directly.
import { afterAll, beforeAll, expect, it } from "vitest";
import WebSocket from "ws";
import { newId } from "#platform/ids.ts";
import { anAccount, anAdmin } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { buildApi } from "../graphql.ts";
import { operationsOf, variablesOf } from "./any-operation.ts";

const samples: Readonly<Record<string, unknown>> = {
  JSON: {},
  Int: 1,
  Float: 1,
  Boolean: true,
  DateTime: "2026-01-01T00:00:00Z",
};

let server: TestServer;
let userId: string;
let half: string;
beforeAll(async () => {
  server = await startTestServer();
  userId = await anAdmin(server, await anAccount(server));
  half = await server.signIn(userId);
  await server.db.updateTable("identities").set({ available_aal: "aal2" }).where("id", "=", userId).execute();
});
afterAll(() => server.stop());

it("every operation treats the half signed-in person like nobody", { timeout: 120_000 }, async ({ task }) => {
  const operations = operationsOf((await buildApi()).schema).filter(({ kind }) => kind !== "subscription");
  const different: string[] = [];
  const bare = (answer: object) => JSON.stringify(answer).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id");
  for (const operation of operations) {
    // Asking for a recovery is for everybody and counts its askers.
    if (operation.name === "startUserRecoveryProcess" || operation.query.includes("Upload")) continue;
    const id = newId();
    const variables = variablesOf(operation, (scalar) => samples[scalar] ?? (scalar === "ID" ? id : "x"));
    const asHalf = await server.graphql(operation.query, variables, { headers: { cookie: half } });
    const asNobody = await server.graphql(operation.query, variables);
    if (bare(asHalf) !== bare(asNobody)) different.push(`${operation.name}: ${bare(asHalf)}`);
  }
  Object.assign(task.meta, { cases: operations.length - 1 });
  expect(different).toEqual([]);
});

it("and so do sockets and the provider", async ({ task }) => {
  const socket = new WebSocket(
    `${server.urls.api.replace("http", "ws")}/v1/graphql`,
    "graphql-transport-ws",
    {
      headers: { cookie: half },
    },
  );
  const answer = await new Promise<string>((resolve) => {
    socket.on("open", () => socket.send(JSON.stringify({ type: "connection_init" })));
    socket.on("message", (data: Buffer) => {
      if (!data.toString().includes("connection_ack")) return resolve(data.toString());
      const query = "{ currentUser { id } }";
      socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: { query } }));
    });
  });
  socket.terminate();
  expect(answer).not.toContain(userId);
  const whoami = await fetch(`${server.urls.provider}/sessions/whoami`, { headers: { cookie: half } });
  expect(whoami.status).toBe(403);
  Object.assign(task.meta, { cases: 2 });
});
