// A protocol peer for the sign-in pages: the built app, an API and a provider that answers with the shapes Kratos
// documents. For answers the built-in provider gives rarely or never; everything else is tested on the real one.
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

export type Call = { method: string; path: string; query: URLSearchParams; body: Record<string, unknown> };
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> };
export type Routes = Record<string, (call: Call) => Reply>;

const dist = join(import.meta.dirname, "../apps/sign-in/dist");
const TYPES: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

export async function startPeer(settings: Record<string, unknown> = {}) {
  const calls: Call[] = [];
  let routes: Routes = {};
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://peer");
      const call: Call = {
        method: request.method ?? "GET",
        path: url.pathname,
        query: url.searchParams,
        body: text === "" ? {} : Object(JSON.parse(text)),
      };
      if (request.headers.host?.startsWith("127.0.0.1") === true) {
        serveConsole(response);
        return;
      }
      const route = routes[`${call.method} ${call.path}`];
      if (route === undefined) {
        void servePage(response, url.pathname);
        return;
      }
      calls.push(call);
      const { status, body, headers } = route(call);
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(body === undefined ? "" : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The peer has no port.");
  const origin = `http://localhost:${address.port}`;
  const manager = `http://127.0.0.1:${address.port}`;

  async function servePage(response: ServerResponse, path: string): Promise<void> {
    const type = TYPES[extname(path)];
    if (/^\/(self-service|sessions|v1)\//.test(path)) {
      response.writeHead(404, { "content-type": "application/json" }).end('{"error":{"code":404}}');
    } else if (type !== undefined) {
      response.writeHead(200, { "content-type": type }).end(await readFile(join(dist, path)));
    } else {
      const json = JSON.stringify({ providerUrl: origin, apiUrl: origin, managerUrl: manager, ...settings });
      const html = await readFile(join(dist, "index.html"), "utf8");
      response.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'",
      });
      const tag = `<script type="application/json" id="parley-config">${json}</script>`;
      response.end(html.replace("<!--parley-config-->", tag));
    }
  }

  function serveConsole(response: ServerResponse): void {
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Console</title>");
  }

  return {
    origin,
    manager,
    calls,
    /** Replaces every route, so that a test says all that its page may ask. */
    answer: (next: Routes) => {
      calls.length = 0;
      routes = { "GET /sessions/whoami": () => ({ status: 401, body: { error: { code: 401 } } }), ...next };
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
