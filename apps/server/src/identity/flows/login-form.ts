import { type Connection, listSignInConnections } from "../connections.ts";
import { listCredentials } from "../credentials.ts";
import type { Exchange } from "../exchange.ts";
import type { Flow } from "../flow-store.ts";
import { labels } from "../messages.ts";
import { codeEntryNodes, codeLoginNodes } from "../methods/code.ts";
import { lookupLoginNodes } from "../methods/lookup.ts";
import { passwordLoginNodes } from "../methods/password.ts";
import { totpLoginNodes } from "../methods/totp.ts";
import { linkedProviders } from "../methods/upstream-credentials.ts";
import { type UiNode, input, submit } from "../nodes.ts";
import { type Form, csrfFor } from "./form.ts";

export async function loginForm(x: Exchange, flow: Flow): Promise<Form> {
  if (!isForAnybody(flow)) return formOf(flow, await nodesFor(x, flow));
  return openLoginForm(x, flow, await listSignInConnections(x.provider.db, flow.context.organizationId));
}

/** Nothing is known of who signs in yet, so the form offers everything. */
export function isForAnybody(flow: Flow): boolean {
  return (
    flow.requestedAal === "aal1" &&
    flow.state !== "sent_email" &&
    !flow.refresh &&
    flow.context.pendingLink === undefined
  );
}

export function openLoginForm(x: Exchange, flow: Flow, connections: readonly Connection[]): Form {
  return formOf(flow, [
    ...connections.map(signInWith),
    csrfFor(x),
    identifierNode(flow),
    ...codeLoginNodes(),
    ...passwordLoginNodes(labels.signInWithPassword),
  ]);
}

function formOf(flow: Flow, nodes: readonly UiNode[]): Form {
  return {
    nodes,
    extra: {
      organization_id: flow.context.organizationId ?? null,
      refresh: flow.refresh,
      requested_aal: flow.requestedAal,
      created_at: flow.issuedAt.toISOString(),
      updated_at: flow.issuedAt.toISOString(),
    },
  };
}

async function nodesFor(x: Exchange, flow: Flow): Promise<UiNode[]> {
  if (flow.requestedAal === "aal2") return secondFactorNodes(x, flow);
  if (flow.state !== "sent_email") return confirmationNodes(x, flow);
  return [
    csrfFor(x),
    input("default", "identifier", {
      type: "hidden",
      value: flow.context.identifier ?? "",
      required: true,
    }),
    ...codeEntryNodes(labels.loginCode, { name: "resend", value: "code" }),
  ];
}

/** Signing in again, or to link an account: the person is known, so only what they really have. */
async function confirmationNodes(x: Exchange, flow: Flow): Promise<UiNode[]> {
  const identityId = flow.context.pendingLink?.identityId ?? flow.identityId ?? "";
  const credentials = await listCredentials(x.provider.db, identityId);
  const types = new Set(credentials.map((credential) => credential.type));
  const linked = await linkedProviders(x.provider.db, identityId);
  const value = flow.context.identifier ?? "";
  const isLinking = flow.context.pendingLink !== undefined;
  return [
    ...linked.map(isLinking ? confirmWith : signInWith),
    csrfFor(x),
    input("default", "identifier", { type: "hidden", value }),
    ...(types.has("password")
      ? passwordLoginNodes(isLinking ? labels.signInAndLink : labels.signIn)
      : codeLoginNodes()),
  ];
}

async function secondFactorNodes(x: Exchange, flow: Flow): Promise<UiNode[]> {
  const credentials = await listCredentials(x.provider.db, flow.identityId ?? "");
  const types = new Set(credentials.map((credential) => credential.type));
  return [
    csrfFor(x),
    ...(types.has("totp") ? totpLoginNodes() : []),
    ...(types.has("lookup_secret") ? lookupLoginNodes() : []),
  ];
}

function identifierNode(flow: Flow): UiNode {
  const { identifier } = flow.context;
  return input("default", "identifier", {
    ...(identifier === undefined ? {} : { value: identifier }),
    required: true,
    autocomplete: "username",
    label: labels.trait("Email", "identifier"),
  });
}

function signInWith(connection: Connection): UiNode {
  const label = labels.signInWith(connection.name, connection.providerId);
  return submit(connection.type, "provider", connection.providerId, label);
}

function confirmWith(connection: Connection): UiNode {
  return submit(connection.type, "provider", connection.providerId, labels.confirmWith(connection.name));
}
