// The admin API. It has no authentication of its own: it listens on this machine only.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { listMessages } from "./admin/courier.ts";
import {
  createIdentity,
  listAllIdentities,
  patchIdentity,
  removeCredential,
  removeIdentity,
  replaceIdentity,
  showIdentity,
} from "./admin/identities.ts";
import { createRecoveryCode } from "./admin/recovery.ts";
import {
  endAdminSession,
  endIdentitySessions,
  endManySessions,
  extendSession,
  listAdminSessions,
  showAdminSession,
} from "./admin/sessions.ts";
import { createApp } from "./app.ts";
import type { Provider } from "./context.ts";
import { type Exchange, createExchange } from "./exchange.ts";
import { addHealthRoutes } from "./health.ts";

export async function createAdminApp(provider: Provider): Promise<FastifyInstance> {
  const { settings } = provider;
  const app = await createApp(provider, { allowedOrigins: [], sendsBrowsersToErrorPage: false });
  // A page in a browser on this machine must not reach it: not by CORS, not by a re-bound name.
  app.addHook("onRequest", async (request, reply) => {
    if (request.headers.origin !== undefined || request.headers["sec-fetch-site"] !== undefined) {
      return reply
        .code(403)
        .send({ error: { code: 403, status: "Forbidden", message: "Not for browsers." } });
    }
    return undefined;
  });
  const on =
    (handler: (x: Exchange, id: string, type: string) => Promise<unknown>) =>
    (request: FastifyRequest<{ Params: { id?: string; type?: string } }>, reply: FastifyReply) =>
      handler(createExchange(provider, request, reply), request.params.id ?? "", request.params.type ?? "");

  app.post("/admin/identities", on(createIdentity));
  app.get("/admin/identities", on(listAllIdentities));
  app.get("/admin/identities/:id", on(showIdentity));
  app.put("/admin/identities/:id", on(replaceIdentity));
  app.patch("/admin/identities/:id", on(patchIdentity));
  app.delete("/admin/identities/:id", on(removeIdentity));
  app.delete("/admin/identities/:id/credentials/:type", on(removeCredential));
  app.get("/admin/identities/:id/sessions", on(listAdminSessions));
  app.delete("/admin/identities/:id/sessions", on(endIdentitySessions));
  app.post("/admin/recovery/code", on(createRecoveryCode));
  app.get(
    "/admin/sessions",
    on((x) => listAdminSessions(x)),
  );
  app.post("/admin/sessions", on(endManySessions));
  app.get("/admin/sessions/:id", on(showAdminSession));
  app.delete("/admin/sessions/:id", on(endAdminSession));
  app.patch("/admin/sessions/:id/extend", on(extendSession));
  app.get("/admin/courier/messages", on(listMessages));
  for (const path of ["/self-service/*", "/sessions", "/sessions/*"]) {
    app.all(path, (request, reply) => reply.redirect(`${settings.publicUrl}${request.url}`, 307));
  }
  addHealthRoutes(app, provider);
  return app;
}
