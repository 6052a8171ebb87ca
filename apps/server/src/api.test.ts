import { createClient } from "graphql-ws";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { anAccount, anAdmin, aProject } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
let accountId: string;
let adminId: string;
beforeAll(async () => {
  server = await startTestServer();
  accountId = await anAccount(server);
  adminId = await anAdmin(server, accountId);
});
afterAll(() => server.stop());

const whoAmI = "query GetUserInfoLimited { currentUser { id } }";

async function post(body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.urls.api}/v1/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

describe("the identity of a call", () => {
  it("is the session cookie, and a user-id header that differs from it is refused", async () => {
    const otherId = await anAdmin(server, accountId);
    const same = await server.graphql(
      whoAmI,
      {},
      { userId: adminId, headers: { "x-hasura-user-id": adminId } },
    );
    expect(same.data).toEqual({ currentUser: { id: adminId } });
    for (const header of ["x-hasura-user-id", "X-Hasura-User-Id"]) {
      const other = await server.graphql(whoAmI, {}, { userId: adminId, headers: { [header]: otherId } });
      expect([other.status, other.data, other.errors[0]?.extensions["code"]]).toEqual([
        403,
        null,
        "FORBIDDEN",
      ]);
    }
  });

  it("is nobody without a session, whatever the header says", async () => {
    const answer = await server.graphql(whoAmI, {}, { headers: { "x-hasura-user-id": adminId } });
    expect(answer.status).toBe(401);
  });

  it("is refused with a forged or ended cookie", async () => {
    const forged = await server.graphql(whoAmI, {}, { headers: { cookie: "ory_kratos_session=AAAA" } });
    expect([forged.data, forged.errors[0]?.extensions["code"]]).toEqual([
      { currentUser: null },
      "UNAUTHENTICATED",
    ]);
  });

  it("takes the admin secret from configuration only, and never from a browser", async () => {
    const { adminSecret } = server.services.config;
    const wrong = await post(JSON.stringify({ query: whoAmI }), { "x-hasura-admin-secret": "x".repeat(43) });
    expect(wrong.status).toBe(401);
    const browser = await post(JSON.stringify({ query: whoAmI }), {
      "x-hasura-admin-secret": adminSecret,
      origin: server.urls.console,
    });
    expect(browser.status).toBe(401);
    expect(browser.text).not.toContain(adminSecret);
  });
});

describe("bad input", () => {
  it.each([
    ["malformed JSON", "{", 400],
    ["no query", "{}", 400],
    ["an unknown field", JSON.stringify({ query: "{ nothingLikeThis }" }), 400],
    ["an oversized body", JSON.stringify({ query: `{ currentUser { id } } #${"x".repeat(3_000_000)}` }), 413],
    ["too many tokens", JSON.stringify({ query: `{ ${"currentUser { id } ".repeat(2_000)} }` }), 400],
    [
      "too deep a query",
      JSON.stringify({
        query: `{ accounts { rows ${"{ parentAccount ".repeat(14)}{ id }${" }".repeat(14)} } }`,
      }),
      400,
    ],
    [
      "too many aliases",
      JSON.stringify({
        query: `{ ${Array.from({ length: 40 }, (_, index) => `a${index}: currentUser { id }`).join(" ")} }`,
      }),
      400,
    ],
  ])("%s is answered with a sentence and the right status", async (_, body, status) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(/"message":"[^"]+"/);
    expect(answer.text).not.toMatch(/at .*\.ts|node_modules|Did you mean/);
  });

  it.each([
    ["without a boundary", "charset=utf-8"],
    ["with nothing in it", "boundary=x"],
  ])("calls a form %s the sender's mistake", async (_, parameter) => {
    const answer = await post("--x--\r\n", {
      "content-type": `multipart/form-data; ${parameter}`,
      cookie: "XSRF-TOKEN=abc",
      "x-xsrf-token": "abc",
    });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("BAD_REQUEST")]);
  });

  it("does not suggest names of the schema", async () => {
    const answer = await post(JSON.stringify({ query: "{ currentUsr { id } }" }));
    expect(answer.text).not.toContain("currentUser");
  });

  it("refuses calls a foreign page could make without asking first", async () => {
    const plain = await post(JSON.stringify({ query: whoAmI }), { "content-type": "text/plain" });
    const got = await fetch(`${server.urls.api}/v1/graphql?query=${encodeURIComponent(whoAmI)}`);
    expect([plain.status, got.status]).toEqual([415, 415]);
    const form = new FormData();
    form.append("operations", JSON.stringify({ query: whoAmI }));
    form.append("map", "{}");
    const multipart = await fetch(`${server.urls.api}/v1/graphql`, { method: "POST", body: form });
    expect(multipart.status).toBe(403);
  });

  it("answers foreign origins without leave to read", async () => {
    const foreign = await post(JSON.stringify({ query: whoAmI }), { origin: "https://evil.example" });
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
    const own = await post(JSON.stringify({ query: whoAmI }), { origin: server.urls.console });
    expect(own.headers.get("access-control-allow-origin")).toBe(server.urls.console);
  });
});

describe("unexpected errors", () => {
  it("carry an id and nothing else", async () => {
    await server.db.schema.alterTable("locales").renameTo("locales_away").execute();
    const answer = await server.graphql("{ locales { id } }", {}, { userId: adminId });
    await server.db.schema.alterTable("locales_away").renameTo("locales").execute();
    expect(answer.status).toBe(500);
    expect(answer.errors[0]?.message).toMatch(/tell your administrator the id [0-9a-f-]{36}/);
    expect(JSON.stringify(answer)).not.toMatch(/relation|select|does not exist/i);
  });
});

describe("the websocket", () => {
  const url = () => `${server.urls.api.replace("http", "ws")}/v1/graphql`;

  it("is refused to foreign origins", async () => {
    const socket = new WebSocket(url(), "graphql-transport-ws", { origin: "https://evil.example" });
    const status = await new Promise((resolve) => {
      socket.on("unexpected-response", (_, response) => resolve(response.statusCode));
      socket.on("open", () => resolve("open"));
      socket.on("error", () => undefined);
    });
    expect(status).not.toBe("open");
  });

  it.each([
    ["GraphQL", "/v1/graphql", "Origin: https://evil.example\r\n"],
    ["the chat", "/chat", ""],
  ])("of %s is refused to whoever has left already, and the server stays", async (_, path, origin) => {
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.on("uncaughtExceptionMonitor", note);
    const socket = connect(Number(new URL(server.urls.api).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: parley\r\n${origin}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      () => socket.resetAndDestroy(),
    );
    await once(socket, "close");
    // Answered after whatever the broken socket gave rise to.
    for (let asked = 0; asked < 3; asked += 1) await fetch(`${server.urls.api}/health/ready`);
    process.off("uncaughtExceptionMonitor", note);
    expect(uncaught).toEqual([]);
  });

  it("answers who offers to go on in HTTP/2 as if nothing had been offered", async () => {
    const socket = connect(Number(new URL(server.urls.api).port), "127.0.0.1");
    const body = JSON.stringify({ query: "{ __typename }" });
    socket.write(
      "POST /v1/graphql HTTP/1.1\r\nHost: parley\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n" +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const [answer]: Buffer[] = await once(socket, "data");
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK[^]*"__typename"/);
  });

  it("shows a job's progress to those who may see it, and nothing to others", async () => {
    const projectId = await aProject(server, { accountId });
    const { addJob } = await import("#platform/jobs.ts");
    const jobId = await server.db
      .transaction()
      .execute((tx) => addJob(tx, { kind: "nothing-runs-this", projectId, accountId, maxAttempts: 1 }));
    const strangerId = await anAdmin(server, await anAccount(server));
    const query = `subscription { job(projectId: "${projectId}", id: "${jobId}") { id status } }`;
    expect(await firstOf(query, await server.signIn(adminId))).toMatchObject({
      data: { job: { id: jobId } },
    });
    const refused = await firstOf(query, await server.signIn(strangerId));
    expect(JSON.stringify(refused)).toMatch(/no such project/);
    // By this code pages know that their session was ended.
    expect(await firstOf(query, "")).toMatchObject([{ extensions: { code: "UNAUTHENTICATED" } }]);
  });

  it("answers queries too, and tells what is wrong with them", async () => {
    const cookie = await server.signIn(adminId);
    expect(await firstOf(whoAmI, cookie)).toEqual({ data: { currentUser: { id: adminId } } });
    expect(JSON.stringify(await firstOf("{ nothingLikeThis }", cookie))).toMatch(/Cannot query field/);
    expect(JSON.stringify(await firstOf("{ currentUser", cookie))).toMatch(/Syntax Error/);
  });

  it("speaks no other protocol, and listens to no frame that is too large", async () => {
    const closed = (protocol: string, text: string) =>
      new Promise((resolve) => {
        const socket = new WebSocket(url(), protocol);
        socket.on("open", () => socket.send(text));
        socket.on("close", resolve);
        socket.on("error", () => undefined);
      });
    expect(await closed("graphql-ws", "{}")).not.toBe(1000);
    expect(await closed("graphql-transport-ws", "no JSON")).toBe(4400);
    expect(await closed("graphql-transport-ws", "x".repeat(3_000_000))).toBe(1009);
  });

  function firstOf(query: string, cookie: string): Promise<unknown> {
    class WithCookie extends WebSocket {
      constructor(address: string, protocols: string | string[]) {
        super(address, protocols, { headers: { cookie } });
      }
    }
    const client = createClient({ url: url(), webSocketImpl: WithCookie, retryAttempts: 0 });
    return new Promise((resolve) => {
      const stop = client.subscribe(
        { query },
        {
          next: (value) => {
            resolve(value);
            stop();
          },
          error: resolve,
          complete: () => undefined,
        },
      );
    }).finally(() => client.dispose());
  }
});

describe("health", () => {
  it("forgets a call whose sender goes away half-way", async () => {
    const refused = async () => {
      const metrics = await (await fetch(`${server.urls.api}/metrics`)).text();
      return Number(
        /seconds_count\{method="POST",route="\/v1\/graphql",status="400"\} (\d+)/.exec(metrics)?.[1] ?? 0,
      );
    };
    const before = await refused();
    const socket = connect(Number(new URL(server.urls.api).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(
      'POST /v1/graphql HTTP/1.1\r\nhost: parley\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"query',
    );
    socket.end();
    await expect.poll(refused).toBe(before + 1);
  });

  it("says what is ready and serves metrics", async () => {
    const ready = await fetch(`${server.urls.api}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: "ok" }]);
    const metrics = await (await fetch(`${server.urls.api}/metrics`)).text();
    expect(metrics).toContain("parley_process_cpu_seconds_total");
    // Calls that do not pass the web framework are counted like all others.
    expect(metrics).toMatch(
      /parley_http_request_seconds_count\{method="POST",route="\/v1\/graphql",status="403"\} [1-9]/,
    );
    expect(metrics).toMatch(/parley_http_request_seconds_count\{method="GET",route="\/health\/ready"/);
  });
});
