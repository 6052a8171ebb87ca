import { FormProblem, ProviderError, noSession, sessionInactive, unknownFlow } from "../errors.ts";
import {
  type Exchange,
  redirect,
  requestUrl,
  sessionToken,
  setSessionCookie,
  withQuery,
} from "../exchange.ts";
import { park, unpark } from "../continuity.ts";
import { type Flow, findFlow, updateFlow } from "../flow-store.ts";
import { notices, problems } from "../messages.ts";
import { checkReturnTo } from "../return-to.ts";
import { isPrivileged, reachesOwnLevel, requireOwnLevel, secondFactorUrl } from "../session-checks.ts";
import type { SessionRecord } from "../sessions.ts";
import { isRecord } from "../traits.ts";
import { flowUiUrl, flowJson } from "./form.ts";
import {
  answerExpired,
  answerForm,
  answerStarted,
  expiredOnShow,
  flowToSubmit,
  isExpired,
  submitting,
} from "./requests.ts";
import { type SettingsChange, changeFor } from "./settings-changes.ts";
import { settingsForm } from "./settings-form.ts";
import { startSettingsFlow } from "./settings-start.ts";

export async function startSettings(x: Exchange) {
  const { settings } = x.provider;
  const returnTo = checkReturnTo(settings, x.query["return_to"]);
  const session = await x.session();
  if (session === null) {
    if (x.acceptsJson) throw sessionInactive();
    return redirect(
      x,
      withQuery(`${settings.publicUrl}/self-service/login/browser`, { return_to: requestUrl(x) }),
    );
  }
  if (!reachesOwnLevel(session) && !x.acceptsJson) return redirect(x, secondFactorUrl(x, requestUrl(x)));
  requireOwnLevel(x, session, returnTo);
  return answerStarted(x, await startSettingsFlow(x, session, returnTo), settingsForm);
}

export async function showSettings(x: Exchange) {
  const session = await x.session();
  if (session === null) throw noSession();
  const flow = await findFlow(x.provider, "settings", x.query["id"]);
  if (flow === null) throw unknownFlow();
  requireOwner(x, flow, session);
  if (isExpired(x, flow)) throw expiredOnShow(x, flow);
  return x.reply.code(200).send(await flowJson(x, flow, settingsForm));
}

export async function submitSettings(x: Exchange) {
  const session = await x.session();
  if (session === null) throw noSession();
  const flow = await flowToSubmit(x, "settings");
  requireOwner(x, flow, session);
  if (isExpired(x, flow)) return answerExpired(x, flow);
  return submitting(x, flow, settingsForm, async () => {
    const change = changeFor(x.body);
    if (change === null) throw new FormProblem(problems.noMethod(4010004));
    x.checkCsrf();
    return applyChange(x, flow, session, change);
  });
}

/** Back from signing in again: what was asked for then is done now. */
export async function resumeSettings(x: Exchange) {
  const session = await x.session();
  if (session === null) throw noSession();
  const flow = await flowToSubmit(x, "settings");
  requireOwner(x, flow, session);
  if (isExpired(x, flow)) return answerExpired(x, flow);
  const parked = await unpark(x, "settings", session.identityId);
  const body =
    isRecord(parked) && parked["flowId"] === flow.id && isRecord(parked["body"]) ? parked["body"] : null;
  const change = body === null ? null : changeFor(body);
  if (change === null) return redirect(x, flowUiUrl(x, "settings", flow.id));
  return submitting(x, flow, settingsForm, () => applyChange(x, flow, session, change));
}

async function applyChange(x: Exchange, flow: Flow, session: SessionRecord, change: SettingsChange) {
  if (change.needsPrivilege(session) && !isPrivileged(x, session))
    return askToSignInAgain(x, flow, session, change);
  const outcome = await change.apply(x, flow, session);
  if (outcome.kind === "leave") return leaveTo(x, outcome.url);
  const next = await updateFlow(x.provider, flow, {
    context: outcome.context,
    activeMethod: change.method,
    ...(outcome.kind === "shown"
      ? { state: "show_form", messages: [] }
      : { state: "success", messages: [{ text: notices.settingsSaved }] }),
  });
  setSessionCookie(x, sessionToken(x.request, x.provider.settings.publicUrl) ?? "", session.expiresAt);
  if (!x.isJson && outcome.kind === "saved" && flow.returnTo !== null) return redirect(x, flow.returnTo);
  return answerForm(x, next, settingsForm, 200);
}

async function askToSignInAgain(x: Exchange, flow: Flow, session: SessionRecord, change: SettingsChange) {
  const { publicUrl } = x.provider.settings;
  await park(x, "settings", { flowId: flow.id, body: change.body }, session.identityId);
  const url = withQuery(`${publicUrl}/self-service/login/browser`, {
    refresh: "true",
    return_to: `${publicUrl}/self-service/settings?flow=${flow.id}`,
  });
  if (!x.isJson) return redirect(x, url);
  throw new ProviderError(403, "Sign in again to change this.", {
    id: "session_refresh_required",
    extras: { redirect_browser_to: url },
  });
}

function leaveTo(x: Exchange, url: string) {
  if (!x.isJson) return redirect(x, url);
  throw new ProviderError(422, "The browser has to go to another address to continue.", {
    id: "browser_location_change_required",
    extras: { redirect_browser_to: url },
  });
}

function requireOwner(x: Exchange, flow: Flow, session: SessionRecord): void {
  if (flow.identityId !== session.identityId) {
    throw new ProviderError(403, "The form belongs to another account. Open it again.", {
      id: "security_identity_mismatch",
    });
  }
  requireOwnLevel(x, session, flowUiUrl(x, "settings", flow.id));
}
