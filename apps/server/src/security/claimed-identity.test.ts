// Threat S1: whoever says in a header that they are somebody else is believed.
import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import WebSocket from "ws";
import { newId } from "#platform/ids.ts";
import { anAccount, anAdmin } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { buildApi } from "../graphql.ts";
import { type Operation, operationsOf, variablesOf } from "./any-operation.ts";

let server: TestServer;
let me: string;
let other: string;
let cookie: string;
let operations: Operation[];
beforeAll(async () => {
  server = await startTestServer();
  const accountId = await anAccount(server);
  me = await anAdmin(server, accountId);
  other = await anAdmin(server, accountId);
  cookie = await server.signIn(me);
  operations = operationsOf((await buildApi()).schema);
});
afterAll(() => server.stop());

/** Plain node:http, because fetch would tidy the headers up. */
function post(body: object, headers: [string, string][]): Promise<{ status: number; text: string }> {
  const payload = JSON.stringify(body);
  const raw = [
    ["host", new URL(server.urls.api).host],
    ["content-type", "application/json"],
    ["content-length", String(Buffer.byteLength(payload))],
    ...headers,
  ].flat();
  return new Promise((resolve, reject) => {
    const call = request(`${server.urls.api}/v1/graphql`, { method: "POST", headers: raw }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.on("error", reject);
    call.end(payload);
  });
}

it("no operation runs for somebody who claims to be another", async ({ task }) => {
  const claims: [string, string][][] = [
    [["x-hasura-user-id", other]],
    [["X-HASURA-USER-ID", other]],
    [
      ["x-hasura-user-id", me],
      ["x-hasura-user-id", other],
    ],
    [["x-hasura-user-id", `${me}, ${other}`]],
    [["x-hasura-user-id", `${other} `]],
  ];
  const ran: string[] = [];
  for (const [index, operation] of operations.entries()) {
    const claim = claims[index % claims.length] ?? [];
    const variables = variablesOf(operation, (scalar) => (scalar === "ID" ? newId() : null));
    const answer = await post({ query: operation.query, variables }, [["cookie", cookie], ...claim]);
    if (answer.status !== 403 || !answer.text.includes('"data":null'))
      ran.push(`${operation.name}: ${answer.text}`);
  }
  Object.assign(task.meta, { cases: operations.length });
  expect(ran).toEqual([]);
});

it("every way to write the claim is refused, and other headers change nothing", async ({ task }) => {
  const query = "{ currentUser { id } }";
  const plain = await post({ query }, [["cookie", cookie]]);
  const ignored: [string, string][] = [
    ["x-hasura-role", "admin"],
    ["x-hasura-allowed-roles", "admin"],
    ["x-hasura-default-role", "admin"],
    ["x-user-id", other],
    ["x-forwarded-user", other],
    ["x-remote-user", other],
    ["remote-user", other],
    ["x-parley-user-id", other],
    ["x_hasura_user_id", other],
    ["authorization", `Bearer ${other}`],
    ["x-hasura-user-id", ""],
    ["x-hasura-user-id", me],
  ];
  for (const header of ignored) {
    expect([header, await post({ query }, [["cookie", cookie], header])]).toEqual([header, plain]);
  }
  Object.assign(task.meta, { cases: ignored.length });
});

it("a socket's opening message cannot claim anything either", async ({ task }) => {
  const payloads = [
    { "x-hasura-user-id": other },
    { headers: { "x-hasura-user-id": other } },
    { userId: other, viewer: { userId: other } },
    { __proto__: { viewer: { userId: other } } },
    { cookie: "ory_kratos_session=x" },
  ];
  for (const payload of payloads) {
    const answer = await firstAnswer(payload, {});
    expect(answer).toContain(me);
    expect(answer).not.toContain(other);
  }
  const upgrade = await firstAnswer({}, { "x-hasura-user-id": other });
  expect(upgrade).not.toContain(other);
  expect(upgrade).not.toContain(me);
  Object.assign(task.meta, { cases: payloads.length + 1 });
});

function firstAnswer(payload: object, headers: Record<string, string>): Promise<string> {
  const url = `${server.urls.api.replace("http", "ws")}/v1/graphql`;
  const socket = new WebSocket(url, "graphql-transport-ws", { headers: { cookie, ...headers } });
  return new Promise<string>((resolve) => {
    socket.on("error", (error) => resolve(error.message));
    socket.on("close", (code) => resolve(`closed ${code}`));
    socket.on("open", () => socket.send(JSON.stringify({ type: "connection_init", payload })));
    socket.on("message", (data: Buffer) => {
      const text = data.toString();
      if (text.includes("connection_ack")) {
        const query = "{ currentUser { id } }";
        socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: { query } }));
      } else if (!text.includes('"ping"')) resolve(text);
    });
  }).finally(() => socket.terminate());
}
