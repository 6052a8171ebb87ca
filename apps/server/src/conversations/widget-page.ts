// The page a chat's frame shows: /widget/:widgetId, in a browser's safest box that still works.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fastifyStatic from "@fastify/static";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Services } from "../context.ts";
import { frameAncestors, isAllowedPage } from "./allowed-pages.ts";
import { type Entrance, entranceOfWidget, ownOrigins, recordSighting } from "./entrance.ts";

const folder = new URL("../../../widget/dist/", import.meta.url);

export async function registerWidgetPage(app: FastifyInstance, services: Services): Promise<void> {
  const page = new URL("chat.html", folder);
  if (!existsSync(page)) {
    services.log.warn("widget is not built, so the chat page is not served. Run npm run build.");
    return;
  }
  const html = await readFile(page, "utf8");
  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL("assets/", folder)),
    prefix: "/widget/assets/",
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => void reply.header("cache-control", "public, max-age=31536000, immutable"),
  });
  // On customers' pages the loader asks for /widget?widget=…, and the chat begins as a button.
  for (const path of ["/widget", "/widget/:widgetId"]) {
    app.get<{
      Params: { widgetId?: string };
      Querystring: { widget?: string; page?: string; preview?: string };
    }>(path, async (request, reply) => {
      const startsOpen = request.params.widgetId !== undefined;
      const widgetId = request.params.widgetId ?? String(request.query.widget ?? "");
      if (widgetId === "test")
        return send(services, reply, html, undefined, { isPreview: false, startsOpen });
      const entrance = await entranceOfWidget(services.db, widgetId);
      if (!entrance?.widgetId) return refuse(reply, 404, "There is no such chat.");
      const isPreview = request.query.preview === "1";
      const pageUrl =
        typeof request.query.page === "string" ? request.query.page : (request.headers.referer ?? "");
      const isAllowed = isAllowedPage(pageUrl, entrance.pages, ownOrigins(services.config));
      if (!isPreview && pageUrl !== "")
        await recordSighting(services.db, entrance.widgetId, pageUrl, isAllowed);
      if (!isPreview && (!isAllowed || isOpenedDirectly(request)))
        return refuse(reply, 403, "This chat may not be used on this page.");
      return send(services, reply, html, entrance, { isPreview, startsOpen });
    });
  }
}

/** Outside a frame there is no page whose address could be checked. */
function isOpenedDirectly(request: FastifyRequest): boolean {
  return request.headers["sec-fetch-dest"] === "document";
}

function refuse(reply: FastifyReply, status: number, sentence: string): FastifyReply {
  return reply
    .status(status)
    .header("content-security-policy", "default-src 'none'; frame-ancestors *")
    .type("text/plain; charset=utf-8")
    .send(sentence);
}

function send(
  services: Services,
  reply: FastifyReply,
  html: string,
  entrance: Entrance | undefined,
  mode: { isPreview: boolean; startsOpen: boolean },
): FastifyReply {
  const { urls } = services.config;
  const nonce = randomBytes(16).toString("base64");
  const settings = {
    widgetId: entrance?.widgetId ?? null,
    ...mode,
    isOpen: entrance?.isOpen ?? true,
    style: entrance?.style ?? {},
    customerName: entrance?.customerName ?? "Test run",
    consoleOrigin: new URL(urls.console).origin,
  };
  const json = JSON.stringify(settings).replaceAll("<", "\\u003c");
  // Only css that passed the check gets here, and none of it holds a "<".
  const css = (entrance?.safeCss ?? "").replaceAll("<", "");
  const head = `<script type="application/json" id="parley-config">${json}</script><style nonce="${nonce}" id="parley-css">${css}</style>`;
  // A test run belongs to the console alone.
  const own = entrance ? ownOrigins(services.config) : [new URL(urls.console).origin];
  return reply
    .header("content-security-policy", policy(urls.api, nonce, frameAncestors(entrance?.pages ?? [], own)))
    .header("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()")
    .header("referrer-policy", "no-referrer")
    .header("cross-origin-resource-policy", "cross-origin")
    .type("text/html; charset=utf-8")
    .send(html.replace("<!--parley-config-->", () => head));
}

function policy(apiUrl: string, nonce: string, ancestors: string): string {
  const socket = new URL(apiUrl).origin.replace(/^http/, "ws");
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Pictures of cards are the author's choice; what a model writes never becomes one.
    "img-src 'self' https: blob: data:",
    `connect-src 'self' ${socket}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `frame-ancestors ${ancestors}`,
  ].join("; ");
}
