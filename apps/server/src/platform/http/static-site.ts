// Serves one built front end: hashed assets for ever, index.html with the run-time settings in it.
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export interface StaticSite {
  readonly folder: string;
  /** Reaches the page as JSON in a script tag that executes nothing. */
  readonly settings: Record<string, unknown>;
  readonly connectTo: readonly string[];
  readonly frames?: readonly string[];
  /** The one policy by which the page's own code may make markup or start scripts; absent: none. */
  readonly trustedTypes?: string;
}

export async function serveSite(app: FastifyInstance, site: StaticSite): Promise<void> {
  const html = await readFile(join(site.folder, "index.html"), "utf8");
  // A nonce per page view lets component libraries add their style elements and nobody else.
  const pageWith = (nonce: string) => {
    const json = JSON.stringify({ ...site.settings, nonce }).replaceAll("<", "\\u003c");
    return html.replace(
      "<!--parley-config-->",
      `<script type="application/json" id="parley-config">${json}</script>`,
    );
  };

  await app.register(fastifyStatic, {
    root: site.folder,
    index: false,
    wildcard: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = path.includes("/assets/");
      void reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      // A worker obeys the policy of its own file.
      void reply.header("content-security-policy", "default-src 'self'; frame-ancestors 'none'");
    },
  });
  const sendPage = (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString("base64");
    reply.header("content-security-policy", contentSecurityPolicy(site, nonce));
    reply.header("x-frame-options", "DENY");
    // The console opens a window to try a login method out, and closes it again.
    reply.header("cross-origin-opener-policy", "same-origin-allow-popups");
    return reply.type("text/html; charset=utf-8").send(pageWith(nonce));
  };
  app.get("/", (_, reply) => sendPage(reply));
  app.get("/index.html", (_, reply) => sendPage(reply));
  // Every other path belongs to the page's own router, unless it looks like a missing file.
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    if (request.method !== "GET" || /\.\w+$/.test(path))
      return reply.status(404).send({ errors: [{ message: "Not found." }] });
    return sendPage(reply);
  });
}

function contentSecurityPolicy(site: StaticSite, nonce: string): string {
  const sockets = site.connectTo.map((origin) => origin.replace(/^http/, "ws"));
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Components position themselves through the style object of an element, which is no attribute.
    "style-src-attr 'none'",
    `img-src 'self' data: blob: ${site.connectTo.join(" ")}`,
    `media-src 'self' blob: ${site.connectTo.join(" ")}`,
    "font-src 'self'",
    `connect-src 'self' ${[...site.connectTo, ...sockets].join(" ")}`,
    `frame-src ${site.frames?.join(" ") ?? "'none'"}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${site.trustedTypes ?? "'none'"}`,
  ].join("; ");
}
