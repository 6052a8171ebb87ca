// What the loader on a customer's page talks to. No cookies, no preflight: a GET, and a POST of plain text.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { findPageEnvironment } from "#domains/environments";
import type { Services } from "../../context.ts";
import type { AppletEngine } from "../engine/engine.ts";
import { answerPage } from "./answer.ts";
import { limitsOfAllServers } from "./limits-of-all-servers.ts";
import { reportsSchema, takeReports } from "./reports.ts";

const loaderFile = new URL("../../../../widget/dist/loader.js", import.meta.url);
const maxBodyBytes = 64 * 1024;

export function registerPages(app: FastifyInstance, services: Services, engine: AppletEngine): void {
  const { reads, runs } = limitsOfAllServers(services);

  app.get("/loader.js", async (_, reply) => {
    if (!existsSync(loaderFile))
      return reply.status(404).send({ error: "The loader is not built. Run npm run build." });
    return openToAll(reply)
      .header("cache-control", "public, max-age=300")
      .header("cross-origin-resource-policy", "cross-origin")
      .type("text/javascript; charset=utf-8")
      .send(await readFile(loaderFile));
  });

  app.get<{ Querystring: { url?: string } }>("/applets/page", async (request, reply) => {
    openToAll(reply);
    if (isLimited(reply, reads(request.ip))) return reply;
    const owner = await ownerOf(services, request, request.query.url ?? "");
    return owner ? answerPage(services.db, owner) : { environment: null, applets: [], facts: {} };
  });

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxBodyBytes }, (_, body, done) =>
      done(null, body),
    );
    scope.post("/applets/runs", async (request, reply) => {
      openToAll(reply);
      const reports = reportsSchema.safeParse(parsed(request.body));
      if (!reports.success)
        return reply.status(400).send({ error: reports.error.issues[0]?.message ?? "Unreadable." });
      // A report without an origin comes from no browser.
      const owner = request.headers.origin ? await ownerOf(services, request, reports.data.url) : undefined;
      if (!owner) return reply.status(403).send({ error: "This page belongs to no environment." });
      const count = Math.max(1, reports.data.runs.length);
      if (isLimited(reply, runs(`${owner.configId} ${request.ip}`, count))) return reply;
      return reply.status(202).send(await takeReports(services, engine, owner, reports.data));
    });
  });
}

/** The environment of a page. A browser says itself where it is: a page cannot ask in another's name. */
async function ownerOf(services: Services, request: FastifyRequest, url: string) {
  const { origin } = request.headers;
  if (!URL.canParse(url) || (origin !== undefined && origin !== new URL(url).origin)) return undefined;
  const owner = await findPageEnvironment(services.db, url);
  if (!owner) return undefined;
  const { rows } = await sql<{ zone: string | null }>`
    select z.identifier as zone from projects p left join time_zones z on z.id = p.time_zone_id
    where p.id = ${owner.projectId}`.execute(services.db);
  return { configId: owner.configId, timeZone: rows[0]?.zone ?? "UTC" };
}

/** Any page may read this: it holds nothing that the page would not be shown. */
function openToAll(reply: FastifyReply): FastifyReply {
  return reply.header("access-control-allow-origin", "*").removeHeader("access-control-allow-credentials");
}

function isLimited(reply: FastifyReply, seconds: number): boolean {
  if (seconds === 0) return false;
  void reply
    .status(429)
    .header("retry-after", String(seconds))
    .send({ error: "Too many calls. Try again later." });
  return true;
}

function parsed(body: unknown): unknown {
  try {
    return typeof body === "string" ? (JSON.parse(body) as unknown) : undefined;
  } catch {
    return undefined;
  }
}
