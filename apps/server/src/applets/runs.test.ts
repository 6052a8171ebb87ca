import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { createEngine } from "./engine/engine.ts";
import { sendNotices } from "./notices.ts";
import { startDue } from "./schedule/ticker.ts";
import { anInstance, aPlace, finishedRuns, runLog, step } from "./testing.ts";
import { deliver, secretOf, startTarget, type Target } from "./webhooks/testing.ts";

let server: TestServer;
let target: Target;
beforeAll(async () => {
  [server, target] = await Promise.all([startTestServer(), startTarget()]);
});
afterAll(() => Promise.all([server.stop(), target.stop()]));

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
        step("http-request", { url: `${target.url}/flaky` }),
      ],
    });
    target.answers.push(503);
    await deliver(await secretOf(server, place, instance), {});
    const [run] = await finishedRuns(server, place, 1);
    expect(run).toMatchObject({ status: "SUCCEEDED", attempt: 2 });
    const calls = target.received.filter((it) => it.path === "/flaky");
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
    const hook = await secretOf(server, place, instance);
    await deliver(hook, { n: 1 });
    await deliver(hook, { n: 2 });
    const [failed] = await finishedRuns(server, place, 2, { status: "FAILED" });
    expect(failed?.actions[0]?.error).toMatch(/not allowed/);
    await server.db
      .updateTable("applet_notice_settings")
      .set({ last_sent_at: new Date(Date.now() - 600_000) })
      .where("project_id", "=", place.projectId)
      .execute();
    await Promise.all(Array.from({ length: 6 }, () => sendNotices(server.services)));
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
    await deliver(await secretOf(server, place, instance), {});
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
    // One that ends every server is given up in the end.
    await sql`update applet_runs set status = 'RUNNING', attempt = 8, finished_at = null where id = ${run?.id}`.execute(
      server.db,
    );
    await server.db
      .updateTable("applet_run_claims")
      .set({ due_at: new Date(Date.now() - 1_000) })
      .execute();
    const [last] = await finishedRuns(server, place, 1);
    expect(last).toMatchObject({
      status: "FAILED",
      attempt: 9,
      error: expect.stringContaining("8 times") as string,
    });
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
    const hook = await secretOf(server, place, instance);
    for (const n of [1, 2, 3]) await deliver(hook, { n });
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
    expect([needle.rows.length, needle.nextCursor, needle.searched]).toEqual([1, null, 4_103]);
    const hay = await runLog(server, place, { search: "HAY", limit: 3 });
    const more = await runLog(server, place, { search: "hay", limit: 3, before: hay.nextCursor });
    expect(new Set([...hay.rows, ...more.rows].map((run) => run.id)).size).toBe(6);
  });

  it("goes with the project it ran in, also when its applet has moved to another", async () => {
    const place = await aPlace(server);
    const next = await aPlace(server, place.accountId);
    const instance = await anInstance(server, place, {
      triggers: [step("webhook")],
      actions: [step("set-variable", { name: "p", value: "1" })],
    });
    const hook = await secretOf(server, place, instance);
    await deliver(hook, { n: 1 });
    await finishedRuns(server, place, 1);
    const moved = await server.graphql(
      `mutation Move($id: ID!, $to: ID!) { updateAppletInstance(id: $id, projectEnvironmentConfigId: $to) { id } }`,
      { id: instance.id, to: next.live },
      { userId: place.userId },
    );
    expect(moved.errors).toEqual([]);
    await deliver(hook, { n: 2 });
    const [kept] = await finishedRuns(server, next, 1);

    const lost = await server.graphql(
      `query Losses($id: ID!) { projectLosses(id: $id) { kind count } }`,
      { id: place.projectId },
      { userId: place.userId },
    );
    expect(lost.data).toEqual({ projectLosses: [{ kind: "applet runs", count: 1 }] });
    const removed = await server.graphql(
      `mutation Delete($id: ID!) { deleteProject(id: $id) }`,
      { id: place.projectId },
      { userId: place.userId },
    );
    expect(removed.errors).toEqual([]);
    const left = await server.db
      .selectFrom("applet_runs")
      .select("id")
      .where("applet_instance_id", "=", instance.id)
      .execute();
    expect(left.map((run) => run.id)).toEqual([kept?.id]);
  });
});
