import { createServer, type IncomingMessage, type Server } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { createEngine } from "./engine/engine.ts";
import { sendNotices } from "./notices.ts";
import { startDue } from "./schedule/ticker.ts";
import {
  anInstance,
  aPlace,
  type CreatedInstance,
  finishedRuns,
  runLog,
  step,
  type TestPlace,
} from "./testing.ts";
import { signWebhook } from "./webhooks/signature.ts";

let server: TestServer;
let target: Server;
let targetUrl: string;
const received: { headers: IncomingMessage["headers"]; body: string; path: string }[] = [];
let answers: number[] = [];

beforeAll(async () => {
  server = await startTestServer();
  target = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push({ headers: request.headers, body, path: request.url ?? "" });
      response.writeHead(answers.shift() ?? 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ echo: request.headers["authorization"] ?? null }));
    });
  });
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  const address = target.address();
  targetUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
});
afterAll(async () => {
  await server.stop();
  await new Promise((resolve) => target.close(resolve));
});

async function secretOf(
  place: TestPlace,
  instance: CreatedInstance,
): Promise<{ url: string; secret: string }> {
  const answer = await server.graphql<{ rotateAppletWebhookSecret: { url: string; secret: string } }>(
    /* GraphQL */ `
      mutation RotateAppletWebhookSecret($id: ID!) {
        rotateAppletWebhookSecret(triggerId: $id) {
          url
          secret
        }
      }
    `,
    { id: instance.triggers[0]?.id },
    { userId: place.userId },
  );
  return answer.data.rotateAppletWebhookSecret;
}

async function call(
  hook: { url: string; secret: string },
  payload: unknown,
  headers: Record<string, string> = {},
) {
  const body = JSON.stringify(payload);
  const response = await fetch(hook.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-parley-signature": signWebhook(hook.secret, body),
      ...headers,
    },
    body,
  });
  return { status: response.status, body: (await response.json()) as { accepted?: boolean; runId?: string } };
}

describe("an incoming webhook", () => {
  it("runs condition and actions, and the log says how each came out", async () => {
    const place = await aPlace(server);
    await server.graphql(
      /* GraphQL */ `
        mutation SetProjectSecret($projectId: ID!) {
          setProjectSecret(projectId: $projectId, name: "TOKEN", value: "top-secret-token") {
            last4
          }
        }
      `,
      { projectId: place.projectId },
      { userId: place.userId },
    );
    const instance = await anInstance(server, place, {
      name: "Orders",
      triggers: [step("webhook")],
      condition: { options: { all: [{ fact: "webhook.body.total", operator: "atLeast", value: 50 }] } },
      actions: [
        step("http-request", {
          url: `${targetUrl}/orders`,
          headers: { authorization: "Bearer {{secret.TOKEN}}" },
          body: { total: "{{webhook.body.total}}", note: "for {{webhook.body.name}}" },
        }),
        step("set-variable", { name: "lastOrder", value: "{{webhook.body.name}}" }),
        step("analytics-event", { name: "order", properties: { total: "{{webhook.body.total}}" } }),
      ],
    });
    const hook = await secretOf(place, instance);
    expect((await call(hook, { total: 70, name: "Ada" })).body.accepted).toBe(true);
    expect((await call(hook, { total: 10, name: "Bob" })).status).toBe(202);
    const [skipped, done] = await finishedRuns(server, place, 2);
    expect(done).toMatchObject({
      status: "SUCCEEDED",
      triggerKind: "webhook",
      condition: {
        kind: "all",
        outcome: true,
        parts: [{ fact: "webhook.body.total", actual: 70, expected: 50 }],
      },
      actions: [
        {
          status: "SUCCEEDED",
          input: { headers: { authorization: "Bearer {{secret.TOKEN}}" } },
          output: { status: 200 },
        },
        { output: { lastOrder: "Ada" } },
        { status: "SUCCEEDED" },
      ],
    });
    expect(skipped).toMatchObject({ status: "SKIPPED", condition: { outcome: false }, actions: [] });
    const request = received.find((it) => it.path === "/orders");
    expect(request?.headers["authorization"]).toBe("Bearer top-secret-token");
    expect(JSON.parse(request?.body ?? "")).toEqual({ total: 70, note: "for Ada" });
    // The other system repeated the secret; the log does not.
    expect(JSON.stringify(done)).not.toContain("top-secret-token");
    expect((await runLog(server, place, { search: "Ada" })).rows).toHaveLength(1);
    const events = await server.db
      .selectFrom("analytics_events")
      .select("properties")
      .where("project_id", "=", place.projectId)
      .execute();
    expect(events).toEqual([{ properties: { total: 70 } }]);
  });

  it("is refused unsigned, wrongly signed, too old, and after it was paused", async () => {
    const place = await aPlace(server);
    const instance = await anInstance(server, place, {
      triggers: [step("webhook")],
      actions: [step("set-variable", { name: "x", value: "1" })],
    });
    const hook = await secretOf(place, instance);
    expect((await fetch(hook.url, { method: "POST", body: "{}" })).status).toBe(401);
    expect((await call({ ...hook, secret: "wrong" }, {})).status).toBe(401);
    const old = signWebhook(hook.secret, "{}", Date.now() - 600_000);
    expect(
      (await fetch(hook.url, { method: "POST", body: "{}", headers: { "x-parley-signature": old } })).status,
    ).toBe(401);
    expect((await fetch(`${hook.url}x`, { method: "POST", body: "{}" })).status).toBe(404);
    const former = hook;
    const next = await secretOf(place, instance);
    expect((await call(former, {})).status).toBe(401);
    expect((await call(next, {})).body.accepted).toBe(true);
    await server.db
      .updateTable("applet_instances")
      .set({ status: "PAUSED" })
      .where("id", "=", instance.id)
      .execute();
    expect((await call(next, { again: 1 })).body.accepted).toBe(false);
    await server.db
      .updateTable("applet_instances")
      .set({ status: "ACTIVE" })
      .where("id", "=", instance.id)
      .execute();
    await server.db
      .updateTable("project_environment_configs")
      .set({ status: "INACTIVE" })
      .where("id", "=", place.live)
      .execute();
    expect((await call(next, { again: 2 })).body.accepted).toBe(false);
  });

  it("counts once per idempotency key and per repeated delivery", async () => {
    const place = await aPlace(server);
    const instance = await anInstance(server, place, {
      triggers: [step("webhook")],
      actions: [step("analytics-event", { name: "once" })],
    });
    const hook = await secretOf(place, instance);
    const keyed = await Promise.all(
      [1, 2, 3, 4].map((n) => call(hook, { n }, { "idempotency-key": "same" })),
    );
    expect(keyed.filter((answer) => answer.body.accepted)).toHaveLength(1);
    const signature = signWebhook(hook.secret, "{}");
    const send = () =>
      fetch(hook.url, { method: "POST", body: "{}", headers: { "x-parley-signature": signature } });
    const twice = await Promise.all(
      (await Promise.all([send(), send()])).map((it) => it.json() as Promise<{ accepted: boolean }>),
    );
    expect(twice.filter((it) => it.accepted)).toHaveLength(1);
    expect(await finishedRuns(server, place, 2)).toHaveLength(2);
  });

  it("that leads to itself is stopped", async () => {
    const place = await aPlace(server);
    const first = await anInstance(server, place, {
      name: "Ping",
      triggers: [step("webhook", { signature: "optional" })],
      actions: [step("set-variable", { name: "a", value: "1" })],
    });
    const second = await anInstance(server, place, {
      name: "Pong",
      triggers: [step("webhook", { signature: "optional" })],
      actions: [step("http-request", { url: first.triggers[0]?.webhook?.url ?? "" })],
    });
    const answer = await server.graphql(
      /* GraphQL */ `
        mutation UpdateAppletInstance($id: ID!, $actions: [AppletStepInput!]) {
          updateAppletInstance(id: $id, actions: $actions) {
            id
          }
        }
      `,
      { id: first.id, actions: [step("http-request", { url: second.triggers[0]?.webhook?.url ?? "" })] },
      { userId: place.userId },
    );
    expect(answer.errors).toEqual([]);
    await fetch(first.triggers[0]?.webhook?.url ?? "", { method: "POST", body: "{}" });
    const runs = await finishedRuns(server, place, 2);
    // Ping calls Pong, Pong calls Ping, and there it ends.
    expect(runs).toHaveLength(2);
    expect(runs[0]).toMatchObject({ status: "FAILED", error: expect.stringContaining("508") as string });
  });
});

async function aConversation(projectId: string) {
  const [customer_id, id] = [newId(), newId()];
  await server.db
    .insertInto("customers")
    .values({ id: customer_id, project_id: projectId, name: "Shop" })
    .execute();
  await server.db
    .insertInto("conversations")
    .values({
      id,
      project_id: projectId,
      customer_id,
      environment: "Live",
      token_hash: Buffer.from("x"),
      visitor_id: "v",
      state: "{}",
    })
    .execute();
  let sequence = 0;
  const write = (author: string, text: string) =>
    server.db.transaction().execute(async (tx) => {
      sequence += 1;
      await tx
        .insertInto("conversation_messages")
        .values({ conversation_id: id, customer_id, sequence, author, text, content: "{}" })
        .execute();
      await publish(tx, "conversation-message", {
        conversationId: id,
        projectId,
        customerId: customer_id,
        environment: "Live",
        sequence,
      });
    });
  return { id, say: (text: string) => write("visitor", text), answer: (text: string) => write("bot", text) };
}

describe("a run", () => {
  it("is tried again when the other system is down, without repeating what was done", async () => {
    const place = await aPlace(server);
    const instance = await anInstance(server, place, {
      triggers: [step("webhook")],
      actions: [
        step("analytics-event", { name: "before" }),
        step("http-request", { url: `${targetUrl}/flaky` }),
      ],
    });
    answers = [503];
    await call(await secretOf(place, instance), {});
    const [run] = await finishedRuns(server, place, 1);
    expect(run).toMatchObject({ status: "SUCCEEDED", attempt: 2 });
    const calls = received.filter((it) => it.path === "/flaky");
    expect(calls).toHaveLength(2);
    expect(calls[0]?.headers["idempotency-key"]).toBe(calls[1]?.headers["idempotency-key"]);
    const events = await server.db
      .selectFrom("analytics_events")
      .select("id")
      .where("project_id", "=", place.projectId)
      .execute();
    expect(events).toHaveLength(1);
  });

  it("that failed can be repeated by hand and is told about in one mail", async () => {
    const place = await aPlace(server);
    await server.graphql(
      /* GraphQL */ `
        mutation UpdateAppletNoticeSettings($projectId: ID!) {
          updateAppletNoticeSettings(projectId: $projectId, emails: ["ops@example.org"], digestMinutes: 5) {
            emails
          }
        }
      `,
      { projectId: place.projectId },
      { userId: place.userId },
    );
    const instance = await anInstance(server, place, {
      name: "Caller",
      triggers: [step("webhook")],
      actions: [step("http-request", { url: "http://169.254.169.254/latest" })],
    });
    const hook = await secretOf(place, instance);
    await call(hook, { n: 1 });
    await call(hook, { n: 2 });
    const [failed] = await finishedRuns(server, place, 2, { status: "FAILED" });
    expect(failed?.actions[0]?.error).toMatch(/not allowed/);
    await server.db
      .updateTable("applet_notice_settings")
      .set({ last_sent_at: new Date(Date.now() - 600_000) })
      .where("project_id", "=", place.projectId)
      .execute();
    await Promise.all([sendNotices(server.services), sendNotices(server.services)]);
    const mails = await server.db
      .selectFrom("mailbox")
      .select(["subject", "text"])
      .where("recipient", "=", "ops@example.org")
      .execute();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/Caller.*2 times/);
    const retry = await server.graphql<{ retryAppletRun: { id: string; retryOf: string } }>(
      /* GraphQL */ `
        mutation RetryAppletRun($id: ID!) {
          retryAppletRun(id: $id) {
            id
            retryOf
            status
          }
        }
      `,
      { id: failed?.id },
      { userId: place.userId },
    );
    expect(retry.data.retryAppletRun).toMatchObject({ retryOf: failed?.id });
    expect(await finishedRuns(server, place, 3)).toHaveLength(3);
  });

  it("whose server died is finished by another", async () => {
    const place = await aPlace(server);
    const instance = await anInstance(server, place, {
      triggers: [step("webhook")],
      actions: [step("set-variable", { name: "late", value: "yes" })],
    });
    await call(await secretOf(place, instance), {});
    const [run] = await finishedRuns(server, place, 1);
    await server.db
      .updateTable("applet_runs")
      .set({ status: "RUNNING", finished_at: null, actions: "[]" })
      .where("id", "=", run?.id ?? "")
      .execute();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    // While the lease holds, nobody else takes it.
    expect((await runLog(server, place)).rows[0]).toMatchObject({ status: "RUNNING", attempt: 1 });
    await server.db
      .updateTable("applet_run_claims")
      .set({ due_at: new Date(Date.now() - 1_000) })
      .execute();
    const [again] = await finishedRuns(server, place, 1);
    expect(again).toMatchObject({ id: run?.id, status: "SUCCEEDED", attempt: 2 });
  });

  it("of a schedule starts once, however many servers tick", async () => {
    const place = await aPlace(server);
    const instance = await anInstance(server, place, {
      triggers: [step("schedule", { cron: "0 9 * * 1-5" })],
      actions: [step("set-variable", { name: "tick", value: "{{event.scheduledAt}}" })],
    });
    const next = instance.triggers[0]?.nextRunAt ?? "";
    const local = new Date(next).toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin" });
    expect(local).toBe("09:00:00");
    const engine = createEngine(server.services);
    const at = new Date(new Date(next).getTime() + 1_000);
    const started = await Promise.all([
      startDue(server.services, engine, at),
      startDue(server.services, engine, at),
    ]);
    expect(started.reduce((a, b) => a + b)).toBe(1);
    const [run] = await finishedRuns(server, place, 1);
    expect(run?.actions[0]?.output).toEqual({ tick: next });
    await engine.stop();
  });

  it("starts with a conversation event of the same environment, once per event", async () => {
    const place = await aPlace(server);
    const message = {
      triggers: [step("conversation-message", { text: "refund" })],
      actions: [
        step("set-variable", { name: "said", value: "{{message.text}}" }),
        step("add-note", { text: "Asked for money back: {{message.text}}" }),
      ],
    };
    await anInstance(server, place, message);
    await anInstance(server, place, { ...message, projectEnvironmentConfigId: place.sandbox });
    const conversation = await aConversation(place.projectId);
    const say = conversation.say;
    await say("hello");
    await say("I want a REFUND now");
    // The bot's answer is told with the same last words of the visitor.
    await conversation.answer("One moment");
    const [run] = await finishedRuns(server, place, 1);
    expect(run).toMatchObject({
      triggerKind: "conversation-message",
      actions: [{ output: { said: "I want a REFUND now" } }, { status: "SUCCEEDED" }],
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { rows } = await server
      .graphql<{ appletRuns: { rows: unknown[] } }>(
        `query R($id: ID!) { appletRuns(projectEnvironmentConfigId: $id) { rows { id } } }`,
        { id: place.sandbox },
        { userId: place.userId },
      )
      .then((answer) => answer.data.appletRuns);
    expect(rows).toHaveLength(0);
    expect((await runLog(server, place)).rows).toHaveLength(1);
    const notes = await server.db
      .selectFrom("conversation_notes")
      .select("text")
      .where("conversation_id", "=", conversation.id)
      .execute();
    expect(notes).toEqual([{ text: "Asked for money back: I want a REFUND now" }]);
  });

  it("is paged, and hidden from other organisations", async () => {
    const place = await aPlace(server);
    const stranger = await aPlace(server);
    const instance = await anInstance(server, place, {
      triggers: [step("webhook")],
      actions: [step("set-variable", { name: "p", value: "1" })],
    });
    const hook = await secretOf(place, instance);
    for (const n of [1, 2, 3]) await call(hook, { n });
    await finishedRuns(server, place, 3);
    const first = await runLog(server, place, { limit: 2 });
    const second = await runLog(server, place, { limit: 2, before: first.nextCursor });
    expect([first.rows.length, second.rows.length, second.nextCursor]).toEqual([2, 1, null]);
    await expect(runLog(server, { ...place, userId: stranger.userId })).rejects.toThrow(
      /no such environment/,
    );
    // A needle behind more runs than one stretch of a search holds.
    await sql`insert into applet_runs (id, applet_instance_id, project_id, project_environment_config_id, instance_name,
        instance_version, status, trigger_name, trigger_kind, event, idempotency_key)
      select uuidv7(), ${instance.id}, ${place.projectId}, ${place.live}, 'Applet', 1, 'SUCCEEDED', 'Hook', 'webhook',
        jsonb_build_object('n', case when n = 1 then 'needle' else 'hay' end), 'bulk ' || n
      from generate_series(1, 4100) n`.execute(server.db);
    const needle = await runLog(server, place, { search: "needle" });
    expect([needle.rows.length, needle.nextCursor]).toEqual([1, null]);
    const hay = await runLog(server, place, { search: "HAY", limit: 3 });
    const more = await runLog(server, place, { search: "hay", limit: 3, before: hay.nextCursor });
    expect(new Set([...hay.rows, ...more.rows].map((run) => run.id)).size).toBe(6);
  });
});
