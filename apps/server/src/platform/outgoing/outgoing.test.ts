import http from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLog } from "#platform/log.ts";
import { createOutgoing } from "./outgoing.ts";

type Handler = (request: http.IncomingMessage, response: http.ServerResponse, body: string) => void;
let handler: Handler = (_request, response) => response.end("hello");
let requests: { method: string | undefined; url: string | undefined; headers: http.IncomingHttpHeaders }[] =
  [];
let origin = "";
let port = 0;
const server = http.createServer((request, response) => {
  requests.push({ method: request.method, url: request.url, headers: request.headers });
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => handler(request, response, body));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = address !== null && typeof address === "object" ? address.port : 0;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
});

const log = createLog("silent");
const allowed = () => createOutgoing({ privateHosts: ["127.0.0.0/8"], log });

describe("a call that is allowed", () => {
  test("carries method, headers and body, and gives the answer back", async () => {
    handler = (_request, response, body) => response.writeHead(201, { "x-kind": "echo" }).end(`got ${body}`);
    const answer = await allowed().fetch(`${origin}/path?q=1`, {
      method: "post",
      headers: { "content-type": "text/plain", host: "internal.example", "transfer-encoding": "chunked" },
      body: "text",
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("x-kind")).toBe("echo");
    expect(await answer.text()).toBe("got text");
    expect(answer.url).toBe(`${origin}/path?q=1`);
    expect(requests[0]).toMatchObject({ method: "POST", url: "/path?q=1" });
    // The host header comes from the address that was checked, whatever the tenant wrote.
    expect(requests[0]?.headers.host).toBe(`127.0.0.1:${port}`);
  });

  test("is resolved once and goes to the resolved address under its own name", async () => {
    handler = (_request, response) => response.end("named");
    const asked: string[] = [];
    const outgoing = createOutgoing({
      privateHosts: [`llm.internal:${port}`],
      log,
      resolve: async (host) => (asked.push(host), ["127.0.0.1"]),
    });
    const answer = await outgoing.fetch(`http://llm.internal:${port}/`);
    expect(await answer.text()).toBe("named");
    expect(asked).toEqual(["llm.internal"]);
    expect(requests[0]?.headers.host).toBe(`llm.internal:${port}`);
  });

  test("unpacks gzip", async () => {
    handler = (_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("packed"));
    const answer = await allowed().fetch(origin);
    expect(await answer.text()).toBe("packed");
    expect(answer.headers.has("content-encoding")).toBe(false);
  });
});

describe("limits", () => {
  test("a silent server is given up at the deadline", async () => {
    handler = () => undefined;
    const started = performance.now();
    await expect(allowed().fetch(origin, { timeoutMs: 200 })).rejects.toMatchObject({ failure: "no-answer" });
    // Room for a busy machine: without a deadline it would never end.
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("the deadline also ends a body that drips", async () => {
    handler = (_request, response) => {
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    };
    const answer = await allowed().fetch(origin, { timeoutMs: 200 });
    await expect(answer.text()).rejects.toThrow("gave no usable answer in time");
  });

  test("a body nobody reads is ended at the deadline without a crash", async () => {
    let isClosed = false;
    handler = (_request, response) => {
      response.write("x");
      response.on("close", () => (isClosed = true));
    };
    await allowed().fetch(origin, { timeoutMs: 100 });
    await expect.poll(() => isClosed).toBe(true);
  });

  test.each(["declared", "streamed", "packed"])(
    "an answer that is too large is refused: %s",
    async (kind) => {
      const large = Buffer.alloc(100_000);
      handler = (_request, response) => {
        if (kind === "declared") response.writeHead(200, { "content-length": large.length }).end(large);
        else if (kind === "streamed") response.write(large.subarray(1), () => response.end());
        else response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(large));
      };
      const read = async () => (await allowed().fetch(origin, { maxBytes: 10_000 })).arrayBuffer();
      await expect(read()).rejects.toThrow("more than 10000 bytes");
    },
  );

  test("half an answer is an error, never a short answer", async () => {
    handler = (_request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => response.destroy());
    };
    const read = async () => (await allowed().fetch(origin)).text();
    await expect(read()).rejects.toThrow("gave no usable answer");
  });

  test("the caller's own abort stays the caller's", async () => {
    handler = () => undefined;
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("the visitor left")), 50);
    await expect(allowed().fetch(origin, { signal: controller.signal })).rejects.toThrow("the visitor left");
  });

  test("a header cannot start a second header", async () => {
    const call = allowed().fetch(origin, { headers: { "x-a": "1\r\nx-b: 2" } });
    await expect(call).rejects.toThrow("A header holds characters");
    expect(requests).toHaveLength(0);
  });

  test("closed, silent and resetting ports fail with the same sentence", async () => {
    handler = (request) => request.socket.destroy();
    const reset = await allowed().fetch(origin).catch(String);
    handler = () => undefined;
    const silent = await allowed().fetch(origin, { timeoutMs: 50 }).catch(String);
    const closed = await allowed().fetch("http://127.0.0.1:8").catch(String);
    const tls = await allowed().fetch(origin.replace("http:", "https:"), { timeoutMs: 500 }).catch(String);
    expect(new Set([reset, silent, closed, tls])).toEqual(new Set([reset]));
    expect(reset).not.toMatch(/ECONN|socket|TLS|\d{4,}/);
  });
});

describe("redirects", () => {
  const redirectTo =
    (location: string, status = 302): Handler =>
    (_request, response) =>
      response.writeHead(status, { location }).end();

  test.each([
    "http://127.0.0.2:PORT/",
    "http://[::1]:PORT/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2130706434:PORT/",
    "file:///etc/passwd",
    "//127.0.0.2:PORT/",
    "http://user:secret@127.0.0.1:PORT/",
    "gopher://127.0.0.1:PORT/",
  ])("to %s are refused", async (location) => {
    handler = redirectTo(location.replace("PORT", String(port)));
    const outgoing = createOutgoing({ privateHosts: ["127.0.0.1"], log });
    await expect(outgoing.fetch(`${origin}/start`)).rejects.toMatchObject({ failure: "not-allowed" });
    expect(requests.map((request) => request.url)).toEqual(["/start"]);
  });

  test("are followed five times and no further", async () => {
    handler = redirectTo("/again");
    await expect(allowed().fetch(origin)).rejects.toThrow("redirects more than 5 times");
    expect(requests).toHaveLength(6);
  });

  test("take no credentials to another origin", async () => {
    handler = (request, response) =>
      request.url === "/start"
        ? response.writeHead(307, { location: `http://127.0.0.2:${port}/end` }).end()
        : response.end("end");
    const outgoing = createOutgoing({ privateHosts: ["127.0.0.1"], log });
    await expect(outgoing.fetch(`${origin}/start`)).rejects.toMatchObject({ failure: "not-allowed" });
    handler = (request, response) =>
      request.url === "/start"
        ? response.writeHead(307, { location: `http://other.example:${port}/end` }).end()
        : response.end("end");
    const both = createOutgoing({
      privateHosts: ["127.0.0.1", "other.example"],
      log,
      resolve: async () => ["127.0.0.1"],
    });
    requests = [];
    const answer = await both.fetch(`${origin}/start`, {
      method: "POST",
      headers: { authorization: "Bearer secret", cookie: "a=b", "x-plain": "1" },
      body: "{}",
    });
    expect(await answer.text()).toBe("end");
    expect(requests[0]?.headers.authorization).toBe("Bearer secret");
    expect(requests[1]).toMatchObject({ method: "POST", url: "/end", headers: { "x-plain": "1" } });
    expect(requests[1]?.headers.authorization).toBeUndefined();
    expect(requests[1]?.headers.cookie).toBeUndefined();
  });

  test("are followed at once, however long their own body takes", async () => {
    let isClosed = false;
    handler = (request, response) => {
      if (request.url === "/end") return response.end("end");
      response.on("close", () => (isClosed = true));
      response.writeHead(302, { location: "/end" });
      return response.write("never ending");
    };
    const answer = await allowed().fetch(origin, { timeoutMs: 3_000 });
    expect(await answer.text()).toBe("end");
    await expect.poll(() => isClosed).toBe(true);
  });

  test("can be handed to the caller", async () => {
    handler = redirectTo("http://169.254.169.254/");
    const answer = await allowed().fetch(origin, { redirect: "manual" });
    expect(answer.headers.get("location")).toBe("http://169.254.169.254/");
  });
});

describe("a destination that fails", () => {
  test("is retried within the attempts, and honours Retry-After", async () => {
    handler = (_request, response) => {
      if (requests.length < 3) response.writeHead(429, { "retry-after": "0" }).end();
      else response.end("at last");
    };
    const answer = await allowed().fetch(origin, { attempts: 3, key: "a" });
    expect(await answer.text()).toBe("at last");
    expect(requests).toHaveLength(3);
  });

  test("is not retried when it asks for more time than there is", async () => {
    handler = (_request, response) => response.writeHead(503, { "retry-after": "60" }).end("later");
    const answer = await allowed().fetch(origin, { attempts: 3, timeoutMs: 1_000 });
    expect(answer.status).toBe(503);
    expect(requests).toHaveLength(1);
  });

  test("costs at most a tenth more requests once its retry budget is used", async () => {
    handler = (_request, response) => response.writeHead(500, { "retry-after": "0" }).end();
    const outgoing = createOutgoing({ privateHosts: ["127.0.0.1"], log, breaker: { failures: 10_000 } });
    for (let call = 0; call < 200; call += 1) await outgoing.fetch(origin, { attempts: 3, key: "b" });
    expect(requests.length).toBeLessThanOrEqual(200 * 1.1 + 10);
  });

  test("is left alone after five failures, alone among its neighbours, and tried again later", async () => {
    let now = 0;
    const outgoing = createOutgoing({ privateHosts: ["127.0.0.1"], log, breaker: { now: () => now } });
    handler = (_request, response) => response.writeHead(500).end();
    for (let call = 0; call < 5; call += 1) await outgoing.fetch(origin, { key: "c" });
    await expect(outgoing.fetch(origin, { key: "c" })).rejects.toMatchObject({ failure: "paused" });
    expect(requests).toHaveLength(5);
    handler = (_request, response) => response.end("well again");
    expect(await (await outgoing.fetch(origin, { key: "d" })).text()).toBe("well again");
    now = 10_001;
    expect(await (await outgoing.fetch(origin, { key: "c" })).text()).toBe("well again");
    expect(await (await outgoing.fetch(origin, { key: "c" })).text()).toBe("well again");
  });
});

describe("answers that break off", () => {
  test("do not look like good ones to the breaker", async () => {
    const outgoing = createOutgoing({ privateHosts: ["127.0.0.1"], log, breaker: { failures: 1 } });
    handler = (_request, response) => {
      response.write("half", () => response.destroy());
    };
    const answer = await outgoing.fetch(origin, { key: "e" });
    await expect(answer.text()).rejects.toThrow("gave no usable answer");
    await expect(outgoing.fetch(origin, { key: "e" })).rejects.toMatchObject({ failure: "paused" });
  });

  test.each(["aborted", "cancelled"])(
    "say nothing about the destination when the caller %s them",
    async (how) => {
      const outgoing = createOutgoing({ privateHosts: ["127.0.0.1"], log, breaker: { failures: 1 } });
      handler = (_request, response) => void response.write("half");
      const controller = new AbortController();
      const answer = await outgoing.fetch(origin, { key: "f", signal: controller.signal });
      if (how === "cancelled") {
        const reader = answer.body?.getReader();
        await reader?.read();
        await reader?.cancel();
      } else {
        controller.abort();
        await expect(answer.text()).rejects.toThrow();
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
      handler = (_request, response) => response.end("whole");
      expect(await (await outgoing.fetch(origin, { key: "f" })).text()).toBe("whole");
    },
  );
});

describe("as a fetch function", () => {
  test("streams the body while it arrives", async () => {
    let finish: () => void = () => undefined;
    handler = (_request, response) => {
      response.write("first");
      finish = () => response.end("last");
    };
    const answer = await allowed().asFetch()(new Request(origin));
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
    finish();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("last");
  });

  test("takes every kind of body and the caller's signal", async () => {
    handler = (request, response, body) => response.end(`${request.headers["content-type"]} ${body}`);
    const call = allowed().asFetch({ timeoutMs: 1_000 });
    const form = await call(origin, { method: "POST", body: new URLSearchParams({ a: "1" }) });
    expect(await form.text()).toBe("application/x-www-form-urlencoded;charset=UTF-8 a=1");
    await expect(call(origin, { signal: AbortSignal.abort(new Error("stopped")) })).rejects.toThrow(
      "stopped",
    );
  });
});
