// What all flows share: starting, showing and submitting one, with the answers Ory Kratos gives.
import { csrfHash } from "../csrf.ts";
import { FormProblem, ProviderError, badRequest, csrfViolation, unknownFlow } from "../errors.ts";
import { type Exchange, ownsFlow, redirect, requestUrl, withQuery } from "../exchange.ts";
import {
  type Flow,
  type FlowMessage,
  type NewFlow,
  findFlow,
  newFlow,
  storeFlow,
  updateFlow,
} from "../flow-store.ts";
import { problems } from "../messages.ts";
import { isId } from "#platform/ids.ts";
import type { FlowKind } from "../settings.ts";
import { type FormBuilder, flowJson, flowUiUrl } from "./form.ts";

type FlowToStart = Omit<NewFlow, "requestUrl" | "csrfHash"> & { readonly requestUrl?: string };

export async function startFlow(x: Exchange, given: FlowToStart): Promise<Flow> {
  const flow = preparedFlow(x, given);
  await storeFlow(x.provider, flow);
  return flow;
}

/** A flow of this browser that is still to be stored. */
export function preparedFlow(x: Exchange, given: FlowToStart): Flow {
  const { now, settings } = x.provider;
  const flow = { requestUrl: requestUrl(x), ...given, csrfHash: csrfHash(x.csrfSecret()) };
  return newFlow(flow, now(), settings.lifespans.flow);
}

export async function answerStarted(x: Exchange, flow: Flow, build: FormBuilder) {
  if (x.acceptsJson) return x.reply.code(200).send(await flowJson(x, flow, build));
  return redirect(x, flowUiUrl(x, flow.kind, flow.id));
}

/** GET …/flows?id=: unknown 404, another browser's 403, expired 410. */
export async function showFlow(x: Exchange, kind: FlowKind, build: FormBuilder) {
  const flow = await findFlow(x.provider, kind, x.query["id"]);
  if (flow === null) throw unknownFlow();
  if (!ownsFlow(x, flow)) throw csrfViolation();
  if (isExpired(x, flow)) throw expiredOnShow(x, flow);
  return x.reply.code(200).send(await flowJson(x, flow, build));
}

export function expiredOnShow(x: Exchange, flow: Flow): ProviderError {
  const details = {
    redirect_to: `${x.provider.settings.publicUrl}/self-service/${flow.kind}/browser`,
    return_to: flow.returnTo ?? "",
  };
  const reason = "The form was open for too long. Start again.";
  // Only these two carry the id; the others are a bare 410.
  if (flow.kind === "login" || flow.kind === "registration") {
    return new ProviderError(410, reason, { id: "self_service_flow_expired", details });
  }
  return new ProviderError(410, reason, { details });
}

export async function flowToSubmit(x: Exchange, kind: FlowKind): Promise<Flow> {
  const flow = await findFlow(x.provider, kind, flowIdToSubmit(x));
  if (flow === null) throw unknownFlow();
  return flow;
}

export function flowIdToSubmit(x: Exchange): string {
  const id = x.query["flow"];
  if (isId(id)) return id;
  throw badRequest("The address names no form: the query parameter flow is missing or is not an id.");
}

export function isExpired(x: Exchange, flow: Flow): boolean {
  return flow.expiresAt <= x.provider.now();
}

const expiredIds = {
  login: 4010001,
  registration: 4040001,
  settings: 4050001,
  recovery: 4060005,
  verification: 4070005,
} as const;

/** A submitted flow that is too old is replaced by a new one that keeps its purpose. */
export async function answerExpired(x: Exchange, flow: Flow) {
  const { identifier, email, organizationId } = flow.context;
  const fresh = await startFlow(x, {
    kind: flow.kind,
    requestUrl: flow.requestUrl,
    returnTo: flow.returnTo,
    refresh: flow.refresh,
    requestedAal: flow.requestedAal,
    identityId: flow.identityId,
    messages: [{ text: problems.flowExpired(expiredIds[flow.kind], flow.expiresAt) }],
    context: keepDefined({ identifier, email, organizationId }),
  });
  return answerReplaced(x, flow, fresh);
}

export async function answerReplaced(x: Exchange, old: Flow, fresh: Flow) {
  if (!x.isJson) return redirect(x, flowUiUrl(x, fresh.kind, fresh.id));
  if (fresh.kind === "recovery" || fresh.kind === "verification") {
    return redirect(
      x,
      withQuery(`${x.provider.settings.publicUrl}/self-service/${fresh.kind}/flows`, { id: fresh.id }),
    );
  }
  throw new ProviderError(410, "The form was open for too long. A new one is ready.", {
    id: "self_service_flow_expired",
    extras: {
      use_flow_id: fresh.id,
      expired_at: old.expiresAt.toISOString(),
      // Kratos counts in nanoseconds.
      since: (x.provider.now().getTime() - old.expiresAt.getTime()) * 1_000_000,
    },
  });
}

/** Runs a submission; wrong input shows the flow again, with what is wrong. */
export async function submitting(x: Exchange, flow: Flow, build: FormBuilder, work: () => Promise<unknown>) {
  try {
    return await work();
  } catch (error) {
    const messages = messagesOf(error);
    if (messages === null) throw error;
    return answerForm(x, await updateFlow(x.provider, flow, { messages }), build, 400);
  }
}

export async function answerForm(x: Exchange, flow: Flow, build: FormBuilder, status: 200 | 400) {
  if (x.isJson) return x.reply.code(status).send(await flowJson(x, flow, build));
  return redirect(x, flowUiUrl(x, flow.kind, flow.id));
}

/** Any 400 becomes a message in the form; other statuses go out as errors. */
function messagesOf(error: unknown): FlowMessage[] | null {
  if (error instanceof FormProblem) return [...error.problems];
  if (!(error instanceof ProviderError) || error.status !== 400) return null;
  if (error.options.id === "identity_disabled") return [{ text: problems.identityDisabled }];
  return [{ text: problems.generic(error.message) }];
}

export function keepDefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const result: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  return Object.assign(result, Object.fromEntries(entries));
}
