// What a live-agent system is sent: signed, in order per conversation, again when it did not arrive, and
// written down. The id of a delivery stays the same over its attempts, so that the receiver can tell.
import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { signingBinding } from "#domains/channels";
import type { Db, Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { addJob, type RunningJob } from "#platform/jobs.ts";
import { publish } from "#platform/live.ts";
import type { Services } from "../context.ts";
import { messagesAfter } from "./messages.ts";
import { plainText } from "./content.ts";

export type DeliveryKind = "hand-off" | "message" | "closed" | "simulation";

interface Subject {
  readonly id: string;
  readonly projectId: string;
  readonly accountId: string;
}

const mostAttempts = 6;
const timeoutMs = 10_000;

export async function queueDelivery(
  tx: Tx,
  conversation: Subject | undefined,
  integrationId: string,
  kind: DeliveryKind,
  payload: Record<string, unknown>,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("external_agent_deliveries")
    .values({
      id,
      integration_id: integrationId,
      conversation_id: conversation?.id ?? null,
      kind,
      payload: JSON.stringify(payload),
    })
    .execute();
  await addJob(tx, {
    kind: "external-agent-delivery",
    objectId: integrationId,
    projectId: conversation?.projectId,
    accountId: conversation?.accountId,
    payload: { integrationId, conversationId: conversation?.id ?? null },
    maxAttempts: mostAttempts,
  });
  return id;
}

interface Delivery {
  readonly id: string;
  readonly integrationId: string;
  readonly conversationId: string | null;
  readonly kind: DeliveryKind;
  readonly payload: Record<string, unknown>;
  readonly attempts: number;
  readonly callbackUrl: string;
  readonly fields: unknown;
  readonly projectId: string;
  readonly sealedSecret: string;
  readonly createdAt: Date;
  readonly headers: string | null;
  readonly pypeId: string | null;
}

/** Sends everything that waits for this conversation, oldest first; fails when one does not arrive. */
export async function deliverQueued(services: Services, job: RunningJob): Promise<void> {
  const integrationId = String(job.payload["integrationId"]);
  const conversationId = job.payload["conversationId"];
  for (;;) {
    const delivery = await claimOldest(
      services.db,
      integrationId,
      typeof conversationId === "string" ? conversationId : null,
    );
    if (!delivery) return;
    const result = await attempt(services, delivery, job.signal);
    await writeDown(services, delivery, result);
    if (!result.isDelivered) throw new Error(result.error);
  }
}

/** Undefined when nothing waits, or when another worker is sending the oldest one. */
async function claimOldest(
  db: Db,
  integrationId: string,
  conversationId: string | null,
): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    update external_agent_deliveries d set attempts = attempts + 1, locked_until = now() + interval '30 seconds'
    from external_agent_integrations i left join conversations c on c.id = ${conversationId}::uuid
      left join pypes p on p.id = c.pype_id
    where i.id = d.integration_id and d.id = (
        select id from external_agent_deliveries
        where integration_id = ${integrationId} and conversation_id is not distinct from ${conversationId}::uuid
          and status = 'QUEUED' order by created_at, id limit 1)
      and (d.locked_until is null or d.locked_until < now())
    returning d.id, d.integration_id as "integrationId", d.conversation_id as "conversationId", d.kind, d.payload,
      d.attempts, d.created_at as "createdAt", i.callback_url as "callbackUrl", i.integration_fields as fields,
      i.project_id as "projectId", i.signing_secret_encrypted as "sealedSecret",
      p.integration_headers_encrypted as headers, p.id as "pypeId"`.execute(db);
  return rows[0];
}

interface AttemptResult {
  readonly isDelivered: boolean;
  readonly status: number | null;
  readonly body: string;
  readonly error: string;
  readonly ms: number;
}

async function attempt(services: Services, delivery: Delivery, signal: AbortSignal): Promise<AttemptResult> {
  const begun = performance.now();
  const body = JSON.stringify(await envelope(services, delivery));
  const took = () => Math.round(performance.now() - begun);
  try {
    const response = await services.outgoing.fetch(delivery.callbackUrl, {
      method: "POST",
      headers: {
        ...channelHeaders(services, delivery),
        "content-type": "application/json",
        "idempotency-key": delivery.id,
        "x-parley-delivery": delivery.id,
        "x-parley-signature": signature(services, delivery, body),
      },
      body,
      timeoutMs,
      maxBytes: 100_000,
      redirect: "error",
      signal,
      key: `external-agent:${delivery.integrationId}`,
    });
    const text = (await response.text()).slice(0, 2_000).replaceAll("\0", "");
    const error = response.ok ? "" : `The system answered with status ${response.status}.`;
    return { isDelivered: response.ok, status: response.status, body: text, error, ms: took() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { isDelivered: false, status: null, body: "", error: reason, ms: took() };
  }
}

async function envelope(services: Services, delivery: Delivery): Promise<Record<string, unknown>> {
  const { id, kind, payload, conversationId, fields, createdAt } = delivery;
  const base = { id, type: kind, createdAt: createdAt.toISOString(), fields, ...payload };
  if (!conversationId) return base;
  const callback = `${services.config.urls.api}/external-agents/v1/conversations/${conversationId}`;
  if (kind !== "hand-off") return { ...base, conversationId, callback };
  const conversation = await services.db
    .selectFrom("conversations")
    .select(["visitor_id", "visitor_identity", "language", "page_url", "environment", "started_at", "state"])
    .where("id", "=", conversationId)
    .executeTakeFirst();
  const messages = await messagesAfter(services.db, conversationId, 0, 1_000);
  return {
    ...base,
    conversationId,
    callback,
    visitor: { id: conversation?.visitor_id, identity: conversation?.visitor_identity ?? null },
    language: conversation?.language,
    pageUrl: conversation?.page_url,
    environment: conversation?.environment,
    startedAt: conversation?.started_at.toISOString(),
    context: variablesOf(conversation?.state),
    transcript: messages.map(({ sequence, author, authorName, content, createdAt: at }) => ({
      sequence,
      author,
      authorName,
      text: plainText(content),
      content,
      createdAt: at,
    })),
  };
}

function variablesOf(state: unknown): unknown {
  return typeof state === "object" && state !== null && "variables" in state ? state.variables : {};
}

function channelHeaders(services: Services, delivery: Delivery): Record<string, string> {
  if (!delivery.headers || !delivery.pypeId) return {};
  const text = services.secrets.decryptSecret(delivery.headers, {
    tenantId: delivery.projectId,
    column: "pypes.integration_headers_encrypted",
    rowId: delivery.pypeId,
  });
  return JSON.parse(text) as Record<string, string>;
}

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 over `<seconds>.<body>` with the system's signing secret. */
function signature(services: Services, delivery: Delivery, body: string): string {
  const secret = services.secrets.decryptSecret(
    delivery.sealedSecret,
    signingBinding(delivery.projectId, delivery.integrationId),
  );
  const seconds = Math.floor(Date.now() / 1_000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}

async function writeDown(services: Services, delivery: Delivery, result: AttemptResult): Promise<void> {
  const isLast = delivery.attempts >= mostAttempts;
  const status = result.isDelivered ? "DELIVERED" : isLast ? "FAILED" : "QUEUED";
  await services.db.transaction().execute(async (tx) => {
    await sql`update external_agent_deliveries set status = ${status}, response_status = ${result.status},
        response_body = ${result.body}, error = ${result.error}, ms = ${result.ms}, locked_until = null,
        delivered_at = case when ${result.isDelivered} then now() end
      where id = ${delivery.id}`.execute(tx);
    await publish(tx, "external-agent-delivery", {
      projectId: delivery.projectId,
      integrationId: delivery.integrationId,
      deliveryId: delivery.id,
    });
  });
}
