// A flow is a row; its form is computed from the row each time it is shown, so nothing shown is stored.
import { type Selectable, sql } from "kysely";
import { z } from "zod";
import type { Tables } from "#generated/database.ts";
import type { Db } from "#platform/database.ts";
import { isId, newId } from "#platform/ids.ts";
import { statement } from "#platform/statement.ts";
import type { UiText } from "./messages.ts";
import type { Sealer } from "./sealing.ts";
import type { Aal } from "./sessions.ts";
import { type FlowKind, FLOW_KINDS } from "./settings.ts";

const kindSchema = z.enum(FLOW_KINDS);

const contextSchema = z.object({
  /** Typed in by the person, shown again in the form. */
  identifier: z.string().optional(),
  email: z.string().optional(),
  traits: z.record(z.string(), z.unknown()).optional(),
  code: z.string().optional(),
  /** A TOTP secret and backup codes that are not active yet. */
  totpSecret: z.string().optional(),
  lookupCodes: z.array(z.string()).optional(),
  showsLookupCodes: z.boolean().optional(),
  /** Whom the connections in the form belong to. */
  organizationId: z.string().optional(),
  /** An upstream account to link after the sign-in. */
  pendingLink: z
    .object({
      type: z.enum(["oidc", "saml"]),
      provider: z.string(),
      subject: z.string(),
      identityId: z.string(),
    })
    .optional(),
});
export type FlowContext = z.infer<typeof contextSchema>;

export interface FlowMessage {
  readonly field?: string | undefined;
  readonly text: UiText;
}

export interface Flow {
  readonly id: string;
  readonly kind: FlowKind;
  readonly state: string;
  readonly activeMethod: string | null;
  readonly requestUrl: string;
  readonly returnTo: string | null;
  readonly refresh: boolean;
  readonly requestedAal: Aal;
  readonly identityId: string | null;
  readonly csrfHash: Buffer | null;
  readonly messages: readonly FlowMessage[];
  readonly context: FlowContext;
  readonly submitCount: number;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

export type NewFlow = Pick<Flow, "kind" | "requestUrl" | "returnTo" | "csrfHash"> &
  Partial<Pick<Flow, "state" | "refresh" | "requestedAal" | "identityId" | "messages" | "context">>;

interface Store {
  readonly db: Db;
  readonly sealer: Sealer;
}

export function newFlow(given: NewFlow, now: Date, lifespanMs: number): Flow {
  return {
    state: given.kind === "settings" ? "show_form" : "choose_method",
    refresh: false,
    requestedAal: "aal1",
    identityId: null,
    messages: [],
    context: {},
    ...given,
    id: newId(now.getTime()),
    activeMethod: null,
    submitCount: 0,
    issuedAt: now,
    expiresAt: new Date(now.getTime() + lifespanMs),
  };
}

export type FlowValues = Omit<FlowRow, "active_method" | "submit_count" | "messages"> & {
  readonly messages: string;
};

export function flowValues(sealer: Sealer, flow: Flow): FlowValues {
  return {
    id: flow.id,
    kind: flow.kind,
    state: flow.state,
    request_url: flow.requestUrl,
    return_to: flow.returnTo,
    refresh: flow.refresh,
    requested_aal: flow.requestedAal,
    identity_id: flow.identityId,
    csrf_hash: flow.csrfHash,
    messages: JSON.stringify(flow.messages),
    context: sealContext(sealer, flow),
    issued_at: flow.issuedAt,
    expires_at: flow.expiresAt,
  };
}

/** As a part of a statement that does more. */
export const flowInsertion = (flow: FlowValues) => sql`
  insert into identity_flows (id, kind, state, request_url, return_to, refresh, requested_aal, identity_id,
    csrf_hash, messages, context, issued_at, expires_at)
  values (${flow.id}, ${flow.kind}, ${flow.state}, ${flow.request_url}, ${flow.return_to}, ${flow.refresh},
    ${flow.requested_aal}, ${flow.identity_id}, ${flow.csrf_hash}, ${flow.messages}::jsonb,
    ${flow.context}, ${flow.issued_at}, ${flow.expires_at})`;

const insertValues = statement(flowInsertion);

export async function storeFlow({ db, sealer }: Store, flow: Flow): Promise<void> {
  await insertValues(db, flowValues(sealer, flow));
}

export async function insertFlow(store: Store, given: NewFlow, now: Date, lifespanMs: number): Promise<Flow> {
  const flow = newFlow(given, now, lifespanMs);
  await storeFlow(store, flow);
  return flow;
}

export async function findFlow(store: Store, kind: FlowKind, id: string | undefined): Promise<Flow | null> {
  if (!isId(id)) return null;
  const row = await store.db
    .selectFrom("identity_flows")
    .selectAll()
    .where("id", "=", id)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row === undefined ? null : readFlow(store.sealer, row);
}

export type FlowRow = Selectable<Tables["identity_flows"]>;

export function readFlow(sealer: Sealer, row: FlowRow): Flow {
  return {
    id: row.id,
    kind: kindSchema.parse(row.kind),
    state: row.state,
    activeMethod: row.active_method,
    requestUrl: row.request_url,
    returnTo: row.return_to,
    refresh: row.refresh,
    requestedAal: row.requested_aal === "aal2" ? "aal2" : "aal1",
    identityId: row.identity_id,
    csrfHash: row.csrf_hash,
    messages: messagesSchema.parse(row.messages),
    context: openContext(sealer, row),
    submitCount: row.submit_count,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
  };
}

export type FlowChange = Partial<
  Pick<Flow, "state" | "activeMethod" | "messages" | "context" | "identityId">
>;

export async function updateFlow(store: Store, flow: Flow, change: FlowChange): Promise<Flow> {
  const next = { ...flow, ...change };
  await store.db
    .updateTable("identity_flows")
    .set({
      state: next.state,
      active_method: next.activeMethod,
      identity_id: next.identityId,
      messages: JSON.stringify(next.messages),
      context: sealContext(store.sealer, next),
    })
    .where("id", "=", flow.id)
    .execute();
  return next;
}

/** Counted before the code is looked at, so that parallel guesses count as well. */
export async function countSubmission(db: Db, flow: Flow): Promise<number> {
  const row = await db
    .updateTable("identity_flows")
    .set((eb) => ({ submit_count: eb("submit_count", "+", 1) }))
    .where("id", "=", flow.id)
    .returning("submit_count")
    .executeTakeFirst();
  return row?.submit_count ?? Number.MAX_SAFE_INTEGER;
}

const messagesSchema = z.array(
  z.object({
    field: z.string().optional(),
    text: z.object({
      id: z.number(),
      text: z.string(),
      type: z.enum(["info", "error", "success"]),
      context: z.record(z.string(), z.unknown()).default({}),
    }),
  }),
);

const sealPurpose = (flowId: string) => `flow ${flowId}`;

/** Most forms have nothing to remember, and nothing needs no sealing. */
function sealContext(sealer: Sealer, { id, context }: Pick<Flow, "id" | "context">): string {
  return Object.keys(context).length === 0 ? "" : sealer.seal(sealPurpose(id), context);
}

function openContext(sealer: Sealer, { id, context }: Pick<FlowRow, "id" | "context">): FlowContext {
  return context === "" ? {} : contextSchema.parse(sealer.open(sealPurpose(id), context));
}
