// Threat S12: a page of somebody else makes the browser of a signed-in person call us, or opens a socket.
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import WebSocket from "ws";
import { anAccount, anAdmin, aTeam } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
let accountId: string;
let userId: string;
let teamId: string;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
  accountId = await anAccount(server);
  userId = await anAdmin(server, accountId);
  teamId = await aTeam(server, { accountId, name: "Before" });
  cookie = await server.signIn(userId);
});
afterAll(() => server.stop());

const attack = () => `mutation { updateTeam(id: "${teamId}", name: "Taken") { id } }`;
const nameNow = async () =>
  (await server.db.selectFrom("teams").select("name").where("id", "=", teamId).executeTakeFirstOrThrow())
    .name;

const foreignOrigins = [
  "https://evil.example",
  "null",
  "http://localhost",
  "http://localhost:1",
  "http://evil.localhost:3000",
  "file://",
  "chrome-extension://abc",
];

it("what a browser sends for a page without asking us first has no effect", async ({ task }) => {
  const url = `${server.urls.api}/v1/graphql`;
  const form = new FormData();
  form.append("operations", JSON.stringify({ query: attack() }));
  form.append("map", "{}");
  const simple: [string, RequestInit & { path?: string }][] = [
    ["text/plain", { headers: { "content-type": "text/plain" }, body: JSON.stringify({ query: attack() }) }],
    [
      "text/plain that mentions JSON",
      {
        headers: { "content-type": "text/plain; application/json" },
        body: JSON.stringify({ query: attack() }),
      },
    ],
    [
      "a form",
      {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `query=${encodeURIComponent(attack())}`,
      },
    ],
    ["a multipart form", { body: form }],
    ["a multipart form with a made-up token", { body: form, headers: { "x-xsrf-token": "made-up" } }],
    ["no content type", { headers: { "content-type": "" }, body: JSON.stringify({ query: attack() }) }],
    ["a GET", { method: "GET", path: `?query=${encodeURIComponent(attack())}` }],
    ["a GET with a query", { method: "GET", path: `?query=${encodeURIComponent("{ currentUser { id } }")}` }],
    [
      "another method",
      {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query: attack() }),
      },
    ],
    ["application/graphql", { headers: { "content-type": "application/graphql" }, body: attack() }],
    [
      "a beacon",
      { headers: { "content-type": "text/plain;charset=UTF-8" }, body: JSON.stringify({ query: attack() }) },
    ],
  ];
  for (const [name, { path = "", headers, ...init }] of simple) {
    for (const origin of foreignOrigins.slice(0, 2)) {
      const all = { cookie, origin, ...(headers as Record<string, string> | undefined) };
      const response = await fetch(url + path, { method: "POST", ...init, headers: all });
      expect([name, response.status >= 400 && response.status < 500]).toEqual([name, true]);
      expect(await response.text()).not.toContain(userId);
    }
  }
  expect(await nameNow()).toBe("Before");
  Object.assign(task.meta, { cases: simple.length * 2 });
});

it("a foreign page gets no leave from a preflight, on any listener", async ({ task }) => {
  const targets = [
    `${server.urls.api}/v1/graphql`,
    `${server.urls.api}/chat/hello`,
    `${server.urls.provider}/self-service/login/browser`,
    `${server.urls.provider}/sessions/whoami`,
  ];
  for (const target of targets) {
    for (const origin of foreignOrigins) {
      const preflight = await fetch(target, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type,x-hasura-user-id",
        },
      });
      const leave = preflight.headers.get("access-control-allow-origin");
      // The chat is for pages of customers; it takes no cookies.
      const hasLeave =
        leave === origin && preflight.headers.get("access-control-allow-credentials") === "true";
      expect([target, origin, hasLeave || leave === "*"]).toEqual([target, origin, false]);
    }
  }
  Object.assign(task.meta, { cases: targets.length * foreignOrigins.length });
});

it("a foreign page opens no socket", async ({ task }) => {
  for (const origin of foreignOrigins) {
    const socket = new WebSocket(
      `${server.urls.api.replace("http", "ws")}/v1/graphql`,
      "graphql-transport-ws",
      {
        origin,
        headers: { cookie },
      },
    );
    socket.on("error", () => undefined);
    const [outcome] = await Promise.race([
      once(socket, "open").then(() => ["open"]),
      once(socket, "unexpected-response").then(([, response]) => [
        Reflect.get(Object(response), "statusCode"),
      ]),
      once(socket, "close").then(() => ["closed"]),
    ]);
    expect([origin, outcome]).not.toEqual([origin, "open"]);
    socket.terminate();
  }
  Object.assign(task.meta, { cases: foreignOrigins.length });
});

it("a socket ends within a second of its session, and only that one", async ({ task }) => {
  const open = async (session: string) => {
    const socket = new WebSocket(
      `${server.urls.api.replace("http", "ws")}/v1/graphql`,
      "graphql-transport-ws",
      {
        origin: server.urls.console,
        headers: { cookie: session },
      },
    );
    await once(socket, "open");
    socket.send(JSON.stringify({ type: "connection_init" }));
    await once(socket, "message");
    return socket;
  };
  const bystander = await open(await server.signIn(await anAdmin(server, accountId)));
  const socket = await open(await server.signIn(userId));
  const closed = once(socket, "close");
  const from = Date.now();
  await server.services.identity?.revokeSessions(userId);
  const [code] = await closed;
  expect(code).toBe(4403);
  expect(Date.now() - from).toBeLessThan(10_000);
  expect(bystander.readyState).toBe(WebSocket.OPEN);
  bystander.terminate();
  Object.assign(task.meta, { cases: 2 });
});

it("a socket without a session learns nothing", async () => {
  const socket = new WebSocket(
    `${server.urls.api.replace("http", "ws")}/v1/graphql`,
    "graphql-transport-ws",
    {
      origin: server.urls.console,
    },
  );
  await once(socket, "open");
  socket.send(JSON.stringify({ type: "connection_init" }));
  await once(socket, "message");
  const query = `subscription { userSessions { id } }`;
  socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: { query } }));
  const answer = await new Promise<string>((resolve) => {
    socket.on("message", (data: Buffer) => resolve(data.toString()));
    socket.on("close", (code) => resolve(`closed ${code}`));
  });
  expect(answer).not.toContain('"next"');
  socket.terminate();
});
