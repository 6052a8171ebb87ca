import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { anInstance, aPlace, finishedRuns, runLog, step } from "../testing.ts";
import { signWebhook } from "./signature.ts";
import { deliver, secretOf, startTarget, type Target } from "./testing.ts";

let server: TestServer;
let target: Target;
beforeAll(async () => {
  [server, target] = await Promise.all([startTestServer(), startTarget()]);
});
afterAll(() => Promise.all([server.stop(), target.stop()]));

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
          url: `${target.url}/orders`,
          headers: { authorization: "Bearer {{secret.TOKEN}}" },
          body: { total: "{{webhook.body.total}}", note: "for {{webhook.body.name}}" },
        }),
        step("set-variable", { name: "lastOrder", value: "{{webhook.body.name}}" }),
        step("analytics-event", { name: "order", properties: { total: "{{webhook.body.total}}" } }),
      ],
    });
    const hook = await secretOf(server, place, instance);
    // A name that asks for a secret stays a name.
    const name = "Ada {{secret.TOKEN}}";
    expect((await deliver(hook, { total: 70, name })).body.accepted).toBe(true);
    expect((await deliver(hook, { total: 10, name: "Bob" })).status).toBe(202);
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
        { output: { lastOrder: name } },
        { status: "SUCCEEDED" },
      ],
    });
    expect(skipped).toMatchObject({ status: "SKIPPED", condition: { outcome: false }, actions: [] });
    const request = target.received.find((it) => it.path === "/orders");
    expect(request?.headers["authorization"]).toBe("Bearer top-secret-token");
    expect(JSON.parse(request?.body ?? "")).toEqual({ total: 70, note: `for ${name}` });
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
    const hook = await secretOf(server, place, instance);
    expect((await fetch(hook.url, { method: "POST", body: "{}" })).status).toBe(401);
    expect((await deliver({ ...hook, secret: "wrong" }, {})).status).toBe(401);
    const old = signWebhook(hook.secret, "{}", Date.now() - 600_000);
    expect(
      (await fetch(hook.url, { method: "POST", body: "{}", headers: { "x-parley-signature": old } })).status,
    ).toBe(401);
    expect((await fetch(`${hook.url}x`, { method: "POST", body: "{}" })).status).toBe(404);
    const tooLarge = await fetch(hook.url, { method: "POST", body: "x".repeat(300_000) });
    expect([tooLarge.status, await tooLarge.text()]).toEqual([
      413,
      '{"errors":[{"message":"The request is too large."}]}',
    ]);
    const former = hook;
    const next = await secretOf(server, place, instance);
    expect((await deliver(former, {})).status).toBe(401);
    expect((await deliver(next, {})).body.accepted).toBe(true);
    await server.db
      .updateTable("applet_instances")
      .set({ status: "PAUSED" })
      .where("id", "=", instance.id)
      .execute();
    expect((await deliver(next, { again: 1 })).body.accepted).toBe(false);
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
    expect((await deliver(next, { again: 2 })).body.accepted).toBe(false);
  });

  it("counts once per idempotency key and per repeated delivery", async () => {
    const place = await aPlace(server);
    const instance = await anInstance(server, place, {
      triggers: [step("webhook")],
      actions: [step("analytics-event", { name: "once" })],
    });
    const hook = await secretOf(server, place, instance);
    const keyed = await Promise.all(
      [1, 2, 3, 4].map((n) => deliver(hook, { n }, { "idempotency-key": "same" })),
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

  it("with what cannot be stored harms neither itself nor those that arrive with it", async () => {
    const place = await aPlace(server);
    const instance = await anInstance(server, place, {
      triggers: [step("webhook")],
      actions: [step("set-variable", { name: "said", value: "{{webhook.body.text}}" })],
    });
    const hook = await secretOf(server, place, instance);
    const deep = `{"text":"deep","deep":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    const texts = ["nul \0 character", "half \ud800 character", "fine"];
    const answers = await Promise.all(
      [...texts.map((text) => ({ text })), deep].map((body) => deliver(hook, body)),
    );
    expect(answers.map((answer) => answer.status)).toEqual([202, 202, 202, 202]);
    const runs = await finishedRuns(server, place, 4);
    expect(runs.map((run) => run.status)).toEqual(Array.from({ length: 4 }, () => "SUCCEEDED"));
    const said = runs.map((run) => run.actions[0]?.output);
    expect(said).toContainEqual({ said: "nul  character" });
    expect(said).toContainEqual({ said: "fine" });
  });
});
