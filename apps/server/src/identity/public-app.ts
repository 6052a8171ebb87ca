import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createApp } from "./app.ts";
import type { Provider } from "./context.ts";
import { showError } from "./errors-route.ts";
import { type Exchange, createExchange } from "./exchange.ts";
import { startLogin } from "./flows/login-start.ts";
import { showLogin, submitLogin } from "./flows/login.ts";
import { finishLogout, startLogout } from "./flows/logout.ts";
import { showRecovery, startRecovery, submitRecovery } from "./flows/recovery.ts";
import { showRegistration, startRegistration, submitRegistration } from "./flows/registration.ts";
import { resumeSettings, showSettings, startSettings, submitSettings } from "./flows/settings.ts";
import {
  openVerificationLink,
  showVerification,
  startVerification,
  submitVerification,
} from "./flows/verification.ts";
import { continueSaml, finishOidc, receiveSaml, showSamlMetadata, startSaml } from "./flows/upstream.ts";
import { startConnectionTest } from "./flows/connection-test.ts";
import { addHealthRoutes } from "./health.ts";
import { endOtherSessions, endSession, listOtherSessions, whoami } from "./session-routes.ts";
import { SCHEMA_ID, identitySchema } from "./traits.ts";

type Handler = (x: Exchange) => Promise<unknown>;

export async function createPublicApp(provider: Provider): Promise<FastifyInstance> {
  const { settings } = provider;
  const app = await createApp(provider, {
    allowedOrigins: settings.allowedOrigins,
    sendsBrowsersToErrorPage: true,
  });
  const on = (handler: Handler) => (request: FastifyRequest, reply: FastifyReply) =>
    handler(createExchange(provider, request, reply));
  const onNavigation = (handler: Handler) => on((x) => handler(asNavigation(x)));
  const page = { config: { isNavigation: true } };

  const flows: ReadonlyArray<readonly [string, Handler, Handler, Handler]> = [
    ["login", startLogin, showLogin, submitLogin],
    ["registration", startRegistration, showRegistration, submitRegistration],
    ["recovery", startRecovery, showRecovery, submitRecovery],
    ["verification", startVerification, showVerification, submitVerification],
    ["settings", startSettings, showSettings, submitSettings],
  ];
  for (const [kind, start, show, submit] of flows) {
    app.get(`/self-service/${kind}/browser`, page, on(start));
    app.get(`/self-service/${kind}/flows`, on(show));
    app.post(`/self-service/${kind}`, page, on(submit));
  }
  app.get("/self-service/settings", page, on(resumeSettings));
  app.get("/self-service/verification", page, on(openVerificationLink));
  app.get("/self-service/methods/test/start", page, onNavigation(startConnectionTest));
  app.get("/self-service/methods/saml/start", page, on(startSaml));
  app.get("/self-service/methods/saml/continue", page, onNavigation(continueSaml));
  const named =
    (handler: (x: Exchange, providerId: string) => Promise<unknown>) =>
    (request: FastifyRequest<{ Params: { provider: string } }>, reply: FastifyReply) =>
      handler(asNavigation(createExchange(provider, request, reply)), request.params.provider);
  app.get("/self-service/methods/oidc/callback/:provider", page, named(finishOidc));
  app.post("/self-service/methods/saml/callback/:provider", page, named(receiveSaml));
  app.get("/self-service/methods/saml/metadata/:provider", named(showSamlMetadata));
  app.get("/self-service/logout/browser", on(startLogout));
  app.get("/self-service/logout", page, on(finishLogout));
  app.get("/self-service/errors", on(showError));

  app.get("/sessions/whoami", on(whoami));
  app.get("/sessions", on(listOtherSessions));
  app.delete("/sessions", on(endOtherSessions));
  app.delete<{ Params: { id: string } }>("/sessions/:id", (request, reply) =>
    endSession(createExchange(provider, request, reply), request.params.id),
  );

  app.get("/schemas", async () => [{ id: SCHEMA_ID, schema: identitySchema }]);
  app.get("/schemas/:id", async () => identitySchema);
  app.get("/.well-known/change-password", (_request, reply) =>
    reply.code(303).header("location", settings.uiUrls.settings).send(),
  );
  // As with Kratos, whoever asks at the wrong door is shown the right one.
  app.all("/admin/*", (request, reply) => reply.redirect(`${settings.adminUrl}${request.url}`, 307));
  addHealthRoutes(app, provider);
  return app;
}

/** Whoever comes back from another provider comes as a browser, whatever it says it accepts. */
function asNavigation(x: Exchange): Exchange {
  return { ...x, isJson: false, acceptsJson: false };
}
