import { type AnalyticsData, analyticsData, historySearchData } from "@parley/bot-data";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "#platform/ids.ts";
import { anAccount, aProject, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aConversation } from "#testing/conversations.ts";
import { percentileOf } from "./percentile.ts";

let server: TestServer;
let accountId: string;
let analystId: string;

beforeAll(async () => {
  server = await startTestServer();
  accountId = await anAccount(server);
  analystId = await aUser(server, { accountId, roleKeys: ["analytics_viewer"] });
});
afterAll(() => server.stop());

async function aPlace(timeZone = "UTC") {
  const projectId = await aProject(server, { accountId, timeZone });
  const customerId = newId();
  await server.db
    .insertInto("customers")
    .values({ id: customerId, project_id: projectId, name: "Acme" })
    .execute();
  return { projectId, customerId };
}

const source = `query AnalyticsDashboard($projectId: ID!, $from: String, $to: String, $customerId: ID, $environment: String) {
  analyticsDashboard(projectId: $projectId, from: $from, to: $to, customerId: $customerId, environment: $environment) { data } }`;

async function figures(variables: Record<string, unknown>): Promise<AnalyticsData> {
  const answer = await server.graphql<{ analyticsDashboard: { data: unknown } }>(source, variables, {
    userId: analystId,
  });
  expect(answer.errors).toEqual([]);
  return analyticsData.parse(answer.data.analyticsDashboard.data);
}

it("adds up what happened by day, version, intent and node", async () => {
  const place = await aPlace();
  const at = (day: string) => new Date(`${day}T10:00:00Z`);
  await aConversation(server, {
    ...place,
    startedAt: at("2026-06-01"),
    turns: [
      { visitor: "hi", intent: "greeting", nodeIds: ["a"], ms: 100, tokens: 10, cost: 0.5 },
      { visitor: "hm", isFallback: true, isLowConfidence: true, nodeIds: ["a", "b"], ms: 100 },
    ],
  });
  await aConversation(server, {
    ...place,
    environment: "Sandbox",
    startedAt: at("2026-06-03"),
    wasHandedOff: true,
    outcome: "handed-off",
    turns: [{ visitor: "hi", intent: "greeting", ms: 4_000 }],
  });
  const range = { projectId: place.projectId, from: "2026-06-01", to: "2026-06-03" };
  const all = await figures(range);
  expect(all.totals).toMatchObject({
    conversations: 2,
    ended: 2,
    solved: 1,
    handedOff: 1,
    turns: 3,
    fallbacks: 1,
    lowConfidence: 1,
    inputTokens: 10,
    cost: 0.5,
  });
  expect(all.days.map((day) => [day.day, day.conversations])).toEqual([
    ["2026-06-01", 1],
    ["2026-06-02", 0],
    ["2026-06-03", 1],
  ]);
  expect(all.intents).toEqual([{ name: "greeting", times: 2 }]);
  expect(all.nodes.map((node) => [node.nodeId, node.times])).toEqual([
    ["a", 2],
    ["b", 1],
  ]);
  expect(all.totals.p50).toBeGreaterThan(90);
  expect(all.totals.p50).toBeLessThan(112);
  expect(all.totals.p95).toBeGreaterThan(3_600);
  expect((await figures({ ...range, environment: "Sandbox" })).totals.conversations).toBe(1);
  expect((await figures({ ...range, from: "2026-06-04", to: "2026-06-06" })).before.conversations).toBe(2);
});

it("counts turns as history does: what the visitor said, not greetings, timers and good-byes", async () => {
  const place = await aPlace();
  await aConversation(server, {
    ...place,
    turns: [
      { kind: "start", bot: "Welcome" },
      { visitor: "one", bot: "1" },
      { kind: "timer", bot: "Still there?" },
      { visitor: "two", bot: "2" },
      { kind: "agent-done", bot: "Good-bye" },
    ],
  });
  const answer = await server.graphql<{ postHistorySearch: { data: unknown } }>(
    `mutation PostHistorySearch($customerId: ID, $projectId: ID!, $searchBody: JSON!) {
      postHistorySearch(customerId: $customerId, projectId: $projectId, searchBody: $searchBody) { data } }`,
    { ...place, searchBody: {} },
    { userId: analystId },
  );
  expect(answer.errors).toEqual([]);
  const { conversations } = historySearchData.parse(answer.data.postHistorySearch.data);
  expect(conversations.map((conversation) => conversation.turnCount)).toEqual([2]);
  expect((await figures(place)).totals.turns).toBe(2);
});

it("stays right when a conversation goes on, changes its outcome, or is removed", async () => {
  const place = await aPlace();
  const id = await aConversation(server, {
    ...place,
    status: "BOT",
    outcome: "",
    turns: [{ visitor: "one", intent: "first", ms: 50 }],
  });
  expect((await figures(place)).totals).toMatchObject({ conversations: 1, ended: 0, turns: 1 });
  await server.db.transaction().execute(async (tx) => {
    await tx
      .insertInto("conversation_turns")
      .values({
        conversation_id: id,
        turn: 2,
        project_id: place.projectId,
        customer_id: place.customerId,
        intent: "second",
      })
      .execute();
    await tx
      .updateTable("conversation_turns")
      .set({ intent: "second" })
      .where("conversation_id", "=", id)
      .execute();
    await tx
      .updateTable("conversations")
      .set({ status: "ENDED", outcome: "resolved" })
      .where("id", "=", id)
      .execute();
  });
  const later = await figures(place);
  expect(later.totals).toMatchObject({ conversations: 1, ended: 1, solved: 1, turns: 2 });
  expect(later.intents).toEqual([{ name: "second", times: 2 }]);
  await server.db.deleteFrom("conversations").where("id", "=", id).execute();
  expect((await figures(place)).totals).toMatchObject({ conversations: 1, turns: 2 });
});

it("counts on the day of the project's time zone", async () => {
  const place = await aPlace("Pacific/Auckland");
  await aConversation(server, {
    ...place,
    startedAt: new Date("2026-06-01T20:00:00Z"),
    turns: [{ visitor: "good morning" }],
  });
  const { days, timeZone } = await figures({ ...place, from: "2026-06-01", to: "2026-06-02" });
  expect([timeZone, days.map((day) => day.conversations)]).toEqual(["Pacific/Auckland", [0, 1]]);
});

it("is for people with analytics roles, and names what is wrong with a range", async () => {
  const place = await aPlace();
  const builder = await aUser(server, { accountId, roleKeys: ["pro_studio_builder"] });
  const refused = await server.graphql(source, place, { userId: builder });
  expect(refused.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
  for (const [range, field] of [
    [{ from: "soon" }, "from"],
    [{ from: "2026-06-02", to: "2026-06-01" }, "from"],
    [{ from: "2000-01-01" }, "from"],
    [{ to: "2026-02-30" }, "to"],
  ] as const) {
    const answer = await server.graphql(source, { ...place, ...range }, { userId: analystId });
    expect(answer.errors[0]?.extensions["field"]).toBe(field);
  }
  const other = await aPlace();
  const foreign = await server.graphql(
    source,
    { projectId: place.projectId, customerId: other.customerId },
    { userId: analystId },
  );
  expect(foreign.errors[0]?.message).toBe("There is no such customer, or you cannot see it.");
});

it("exports its lines as CSV that a spreadsheet does not run", async () => {
  const projectId = await aProject(server, { accountId });
  const customerId = newId();
  await server.db
    .insertInto("customers")
    .values({ id: customerId, project_id: projectId, name: "=Acme" })
    .execute();
  const startedAt = new Date("2026-06-01T10:00:00Z");
  await aConversation(server, { projectId, customerId, startedAt, turns: [{ visitor: "hi" }] });
  const answer = await server.graphql<{ analyticsExport: string }>(
    `query AnalyticsExport($projectId: ID!) { analyticsExport(projectId: $projectId, from: "2026-06-01", to: "2026-06-02") }`,
    { projectId },
    { userId: analystId },
  );
  const [header, line] = answer.data.analyticsExport.split("\r\n");
  expect(header).toMatch(/^day,customer,environment,channel,bot,version,conversations,/);
  expect(line).toMatch(/^2026-06-01,'=Acme,Live,,,,1,1,1,0,1,/);
});

it("reads percentiles off counted spans within a tenth", () => {
  const times = Array.from({ length: 1_000 }, (_, index) => 20 + index * 3);
  const spans = new Map<number, number>();
  for (const ms of times) {
    const span = Math.floor(4 * Math.log2(ms));
    spans.set(span, (spans.get(span) ?? 0) + 1);
  }
  for (const share of [0.5, 0.95]) {
    const exact = times[Math.floor(share * times.length)] ?? 0;
    expect(Math.abs((percentileOf(spans, share) ?? 0) - exact) / exact).toBeLessThan(0.1);
  }
  expect(percentileOf(new Map(), 0.5)).toBeNull();
});
