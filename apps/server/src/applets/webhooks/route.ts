// Incoming webhooks: signed, taken once, and stopped when they run in circles.
import type { FastifyInstance } from "fastify";
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { isObject, kindOptions } from "#domains/packages";
import { readText } from "#platform/http/body-text.ts";
import type { DirectAnswer } from "#platform/http/direct-posts.ts";
import { isId, newId } from "#platform/ids.ts";
import type { Services } from "../../context.ts";
import { createBatcher } from "../engine/batcher.ts";
import type { AppletEngine } from "../engine/engine.ts";
import { webhookBinding } from "../instances/save.ts";
import { isSignedBy } from "./signature.ts";

const maxBodyBytes = 256 * 1024;
const longestChain = 8;
const mostKnown = 2_000;

interface Webhook {
  readonly token: string;
  readonly triggerId: string;
  readonly triggerName: string;
  readonly instanceId: string;
  readonly instanceVersion: number;
  readonly accountId: string;
  readonly sealed: string;
  readonly options: unknown;
  readonly packageJson: unknown;
}

export function registerWebhooks(app: FastifyInstance, services: Services, engine: AppletEngine): void {
  const findWebhook = createBatcher<string, Webhook | undefined>(
    async (tokens) => {
      const { rows } = await sql<Webhook>`
        select w.token, s.id as "triggerId", s.name as "triggerName", i.id as "instanceId",
          i.version as "instanceVersion", i.account_id as "accountId",
          w.secret as sealed, s.options, v.package_json as "packageJson"
        from applet_webhooks w join applet_steps s on s.id = w.trigger_id
          join applet_instances i on i.id = s.applet_instance_id join package_versions v on v.id = s.package_version_id
        where w.token = any(${[...new Set(tokens)]})`.execute(services.db);
      const byToken = new Map(rows.map((row) => [row.token, row]));
      return tokens.map((token) => byToken.get(token));
    },
    { most: 200, atOnce: 1 },
  );
  const known = new Map<string, Webhook>();
  const opened = new Map<string, string>();
  const secretOf = (webhook: Webhook): string => {
    const known = opened.get(webhook.sealed);
    if (known !== undefined) return known;
    const plain = services.secrets.decryptSecret(
      webhook.sealed,
      webhookBinding(webhook.accountId, webhook.triggerId),
    );
    if (opened.size >= mostKnown) opened.clear();
    opened.set(webhook.sealed, plain);
    return plain;
  };

  async function deliver(webhook: Webhook, delivery: Delivery): Promise<Delivered> {
    const { body, signature, chain } = delivery;
    const { signature: wanted = "required" } = kindOptions(webhook.packageJson, webhook.options);
    const isTrusted =
      isSignedBy(secretOf(webhook), body, signature) || (wanted === "optional" && signature === undefined);
    if (!isTrusted) return refused(401, "The signature is missing, wrong or too old.");
    if (chain.includes(webhook.instanceId) || chain.length >= longestChain) {
      return refused(508, "This webhook led to itself and was stopped.");
    }
    const runId = await engine.submit({
      instanceId: webhook.instanceId,
      triggerId: webhook.triggerId,
      triggerName: webhook.triggerName,
      triggerKind: "webhook",
      event: { kind: "webhook", chain, webhook: { body: parsed(body) } },
      idempotencyKey: `webhook ${delivery.key.slice(0, 200)}`,
      judgedBy: { instanceVersion: webhook.instanceVersion, webhookSecret: webhook.sealed },
    });
    const isAccepted = runId !== undefined;
    return { isAccepted, answer: answer(202, { accepted: isAccepted, runId: runId ?? null }) };
  }

  app.directPosts.add("/applets/webhooks/*", async ({ request, rest: token }) => {
    // The signature covers the bytes as they came, so nothing parses them first.
    const body = await readText(request, maxBodyBytes);
    const signature = headerOf(request, "x-parley-signature");
    const delivery: Delivery = {
      body,
      signature,
      chain: chainOf(headerOf(request, "x-parley-chain")),
      key: headerOf(request, "idempotency-key") ?? digestOf(signature, body),
    };
    // As it was last read, it may let a delivery in: a run is accepted only while its webhook is the same. It may not
    // turn one away.
    const remembered = known.get(token);
    const first = remembered && (await deliver(remembered, delivery));
    if (first?.isAccepted) return first.answer;
    const webhook = await findWebhook(token);
    if (!webhook) return refused(404, "There is no such webhook.").answer;
    if (known.size >= mostKnown) known.clear();
    known.set(token, webhook);
    const isSame = isDeepStrictEqual(webhook, remembered);
    return first && isSame ? first.answer : (await deliver(webhook, delivery)).answer;
  });
}

interface Delivery {
  readonly body: string;
  readonly signature: string | undefined;
  readonly chain: readonly string[];
  /** The same for a delivery that is repeated. */
  readonly key: string;
}

interface Delivered {
  readonly isAccepted: boolean;
  readonly answer: DirectAnswer;
}

function refused(status: number, error: string): Delivered {
  return { isAccepted: false, answer: answer(status, { error }) };
}

function answer(status: number, body: object): DirectAnswer {
  return { status, body: JSON.stringify(body) };
}

/** A signed call repeats with the same time stamp; an unsigned one without a key is always a new one. */
function digestOf(header: string | undefined, body: string): string {
  if (header === undefined) return newId();
  return createHash("sha256").update(`${header} ${body}`).digest("base64url");
}

function chainOf(header: string | undefined): string[] {
  if (header === undefined) return [];
  return header
    .split(",")
    .map((id) => id.trim())
    .filter(isId)
    .slice(0, longestChain);
}

function parsed(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) || Array.isArray(value) ? value : { value };
  } catch {
    return { text: body };
  }
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}
