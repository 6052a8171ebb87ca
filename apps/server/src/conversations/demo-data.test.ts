import type { ReplayData } from "@parley/bot-data";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anAdmin } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { connectVisitor } from "./testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ withDemo: true });
});
afterAll(() => server.stop());

it("the demo's bot is valid, gets trained and answers in its visitors' own words", async () => {
  const version = () =>
    server.db
      .selectFrom("bot_versions as v")
      .innerJoin("bots as b", "b.id", "v.bot_id")
      .select(["v.trained_at", "v.validation_messages"])
      .where("b.name", "=", "Order helper")
      .executeTakeFirstOrThrow();
  expect((await version()).validation_messages).not.toContainEqual(
    expect.objectContaining({ severity: "error" }),
  );
  await expect.poll(async () => (await version()).trained_at, { timeout: 60_000 }).not.toBeNull();
  const page = await (await fetch(`${server.urls.api}/demo`)).text();
  const widgetId = /data-widget="([^"]+)"/.exec(page)?.[1];
  const visitor = connectVisitor(server.urls.api, { widgetId, pageUrl: `${server.urls.api}/demo` });
  await visitor.hears("What can I do for you?");
  visitor.say("hey, any idea when my package will come?");
  await visitor.hears("What is your order number?");
  visitor.say("nw-10235");
  await visitor.hears("Order **NW-10235** is delivered");
  await visitor.hears("Is there anything else?");
  // The number is known by now; only the day is missing.
  visitor.say("could you reschedule my delivery?");
  await visitor.hears("On which day shall we bring nw-10235?");
  visitor.say("3 December 2031 would be fine");
  await visitor.hears("Done: order **nw-10235** comes 3 December 2031 (2031-12-03)");
  await visitor.hears("Is there anything else?");
  visitor.say("no");
  await visitor.hears("How was this conversation?");
  visitor.say("Good");
  await visitor.hears("Thank you for telling us.");
  visitor.close();
  await expectEqualReplays();
}, 90_000);

/** Whoever plays a conversation to the version that led it reads the same answers, in the seeded ones and in a new one. */
async function expectEqualReplays(): Promise<void> {
  const conversations = await server.db
    .selectFrom("conversations as c")
    .innerJoin("projects as p", "p.id", "c.project_id")
    .select(["c.id", "c.project_id", "c.bot_version_id", "c.visitor_id", "c.end_bot_id", "p.account_id"])
    .orderBy("c.started_at", "desc")
    .execute();
  const adminId = await anAdmin(server, conversations[0]?.account_id ?? "");
  expect(conversations).toHaveLength(62);
  expect(conversations.filter((one) => !one.visitor_id.startsWith("demo-"))).toMatchObject([
    { end_bot_id: expect.any(String) },
  ]);
  for (const { id, project_id: projectId, bot_version_id: versionId } of conversations.slice(0, 14)) {
    const answer = await server.graphql<{ replayConversation: { data: ReplayData } }>(
      `query Replay($projectId: ID!, $id: ID!, $versionId: ID!) {
        replayConversation(projectId: $projectId, id: $id, versionId: $versionId) { data } }`,
      { projectId, id, versionId },
      { userId: adminId },
    );
    const { turns } = answer.data.replayConversation.data;
    for (const turn of turns) {
      expect({ said: turn.replayed, intent: turn.replayedIntent, nodes: turn.replayedNodes }).toEqual({
        said: turn.recorded,
        intent: turn.recordedIntent,
        nodes: turn.recordedNodes,
      });
      expect(turn.remarks).toEqual([]);
    }
  }
}
