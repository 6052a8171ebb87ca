import { sql } from "kysely";
import type { HistorySearchData, TranscriptData } from "@parley/bot-data";
import { historySearchData, transcriptData } from "@parley/bot-data";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#platform/ids.ts";
import { anAccount, aProject, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aConversation, type TestConversation } from "#testing/conversations.ts";
import { queueRetention } from "./upkeep.ts";

let server: TestServer;
let accountId: string;
let projectId: string;
let adminId: string;
let viewerId: string;

beforeAll(async () => {
  server = await startTestServer();
  accountId = await anAccount(server);
  projectId = await aProject(server, { accountId });
  adminId = await aUser(server, { accountId, roleKeys: ["organization_admin"] });
  viewerId = await aUser(server, { accountId, roleKeys: ["analytics_viewer"] });
});
afterAll(() => server.stop());

async function aCustomer(): Promise<string> {
  const id = newId();
  await server.db
    .insertInto("customers")
    .values({ id, project_id: projectId, name: `Customer ${id}` })
    .execute();
  return id;
}

const add = (customerId: string, rest: Omit<TestConversation, "projectId" | "customerId">) =>
  aConversation(server, { projectId, customerId, ...rest });

const searchSource = `mutation PostHistorySearch($customerId: ID, $projectId: ID!, $searchBody: JSON!) {
  postHistorySearch(customerId: $customerId, projectId: $projectId, searchBody: $searchBody) { data } }`;

async function search(customerId: string | undefined, searchBody: Record<string, unknown> = {}) {
  const answer = await server.graphql<{ postHistorySearch: { data: HistorySearchData } }>(
    searchSource,
    { customerId, projectId, searchBody },
    { userId: viewerId },
  );
  expect(answer.errors).toEqual([]);
  return historySearchData.parse(answer.data.postHistorySearch.data);
}

const found = async (customerId: string, body: Record<string, unknown>) =>
  (await search(customerId, body)).conversations.map((conversation) => conversation.id);

async function run<T>(source: string, variables: Record<string, unknown>, userId = adminId): Promise<T> {
  const answer = await server.graphql<T>(source, { projectId, ...variables }, { userId });
  if (answer.errors[0]) throw new Error(answer.errors[0].message);
  return answer.data;
}

const conversationSource = `query HistoryConversation($projectId: ID!, $id: ID!) {
  historyConversation(projectId: $projectId, id: $id) { data } }`;
const read = async (id: string, userId = adminId): Promise<TranscriptData> => {
  const data = await run<{ historyConversation: { data: unknown } }>(conversationSource, { id }, userId);
  return transcriptData.parse(data.historyConversation.data);
};

describe("searching", () => {
  it("finds words in what visitors and bots said, marks them, and forgives accents and slips", async () => {
    const customerId = await aCustomer();
    const refund = await add(customerId, {
      turns: [{ visitor: "Hello" }, { visitor: "I want a refund for my café order", bot: "Of course." }],
    });
    const parcel = await add(customerId, {
      turns: [{ visitor: "Where is it?", bot: "Your parcel is late." }],
    });
    expect(await found(customerId, { text: "refund" })).toEqual([refund]);
    expect(await found(customerId, { text: "PARCEL late" })).toEqual([parcel]);
    expect(await found(customerId, { text: "cafe" })).toEqual([refund]);
    expect(await found(customerId, { text: "parc" })).toEqual([parcel]);
    expect(await found(customerId, { text: '"late parcel"' })).not.toContain(refund);
    expect(await found(customerId, { text: "order -refund" })).toEqual([]);
    const close = await search(customerId, { text: "refnud" });
    expect([close.matchedBy, close.conversations.map(({ id }) => id)]).toEqual(["LETTERS", [refund]]);
    const inside = await search(customerId, { text: "efun" });
    expect([inside.matchedBy, inside.conversations.map(({ id }) => id)]).toEqual(["LETTERS", [refund]]);
    // One right word and one with a slip: marked is what was said.
    const [meant] = (await search(customerId, { text: "late pracel" })).conversations;
    expect(meant?.snippet.filter((piece) => piece.isMatch).map((piece) => piece.text)).toEqual([
      "parcel",
      "late",
    ]);
    expect(await found(customerId, { text: "zzyzx parcel" })).toEqual([]);
    const [item] = (await search(customerId, { text: "cafe" })).conversations;
    expect(item?.snippet.filter((piece) => piece.isMatch).map((piece) => piece.text)).toEqual(["café"]);
    // Shown is the message that has all of it, not the first that has a part.
    await add(customerId, { turns: [{ visitor: "A number begins with NW", bot: "It is NW 20481" }] });
    const [order] = (await search(customerId, { text: "NW-20481" })).conversations;
    expect(order?.snippet.map((piece) => piece.text).join("")).toBe("It is NW 20481");
  });

  it("finds a phrase only where its words stand side by side, and signs that are no words", async () => {
    const customerId = await aCustomer();
    const phrase = await add(customerId, { turns: [{ visitor: "the blue ferry to the island" }] });
    const apart = await add(customerId, { turns: [{ visitor: "a ferry that is blue 🦑" }] });
    expect(await found(customerId, { text: '"blue ferry"' })).toEqual([phrase]);
    expect((await search(customerId, { text: '"blue ferry"' })).total.count).toBe(1);
    // Who has the words apart is not excluded with the phrase.
    const without = await search(customerId, { text: 'ferry -"blue ferry"' });
    expect([without.conversations.map(({ id }) => id), without.total.count]).toEqual([[apart], 1]);
    const squid = await search(customerId, { text: "🦑" });
    expect([squid.matchedBy, squid.conversations.map(({ id }) => id)]).toEqual(["WORDS", [apart]]);
  });

  it("narrows by every filter and counts what each further one would leave", async () => {
    const customerId = await aCustomer();
    const german = await add(customerId, {
      language: "de",
      outcome: "abandoned",
      startedAt: new Date("2026-03-02T12:00:00Z"),
      turns: [{ visitor: "Hallo", intent: "greeting", nodeIds: ["hello"] }],
    });
    const handed = await add(customerId, {
      environment: "Sandbox",
      wasHandedOff: true,
      startedAt: new Date("2026-03-05T12:00:00Z"),
      turns: [
        { visitor: "Hm", isFallback: true, isLowConfidence: true },
        { visitor: "A person please", intent: "person" },
      ],
    });
    expect(await found(customerId, {})).toEqual([handed, german]);
    expect(await found(customerId, { languages: ["de"] })).toEqual([german]);
    expect(await found(customerId, { environments: ["Sandbox"] })).toEqual([handed]);
    expect(await found(customerId, { outcomes: ["abandoned"] })).toEqual([german]);
    expect(await found(customerId, { intents: ["person"] })).toEqual([handed]);
    expect(await found(customerId, { nodeIds: ["hello"] })).toEqual([german]);
    expect(await found(customerId, { flags: ["HANDED_OFF", "FALLBACK"] })).toEqual([handed]);
    expect(await found(customerId, { flags: ["ERROR"] })).toEqual([]);
    expect(await found(customerId, { from: "2026-03-03" })).toEqual([handed]);
    expect(await found(customerId, { to: "2026-03-02" })).toEqual([german]);
    const { facets, total } = await search(customerId, { languages: ["de"] });
    expect(total).toEqual({ count: 1, isAtLeast: false });
    // The chosen facet offers its other values, the rest counts what is left.
    expect(facets?.languages?.map(({ value, count }) => [value, count])).toEqual(
      expect.arrayContaining([
        ["de", 1],
        ["en", 1],
      ]),
    );
    expect(facets?.intents).toEqual([{ value: "greeting", label: "greeting", count: 1 }]);
    const nothing = await search(customerId, { languages: ["de"], environments: ["Sandbox"] });
    expect(nothing.dropToFind.toSorted()).toEqual(["environments", "languages"]);
  });

  it("goes on where the page before ended, whatever is new since", async () => {
    const customerId = await aCustomer();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      // Two of them began at the same moment.
      const startedAt = new Date(Date.UTC(2026, 4, 1, Math.min(index, 3)));
      ids.unshift(await add(customerId, { startedAt, turns: [{ visitor: "same words" }] }));
    }
    const first = await search(customerId, { text: "words", limit: 2 });
    await add(customerId, { turns: [{ visitor: "newer words" }] });
    const second = await search(customerId, { text: "words", limit: 2, after: first.next });
    const third = await search(customerId, { text: "words", limit: 2, after: second.next });
    const shown = [first, second, third].flatMap((page) => page.conversations.map(({ id }) => id));
    expect(shown.toSorted()).toEqual(ids.toSorted());
    expect(third.next).toBeNull();
  });

  it("shows neither test runs nor chats without a word, and follows what changes later", async () => {
    const customerId = await aCustomer();
    await add(customerId, { isTest: true, turns: [{ visitor: "just a test" }] });
    await add(customerId, { turns: [{ bot: "Welcome", kind: "start" }] });
    expect(await found(customerId, {})).toEqual([]);
    const id = await add(customerId, { status: "BOT", outcome: "", turns: [{ visitor: "hello" }] });
    expect(await found(customerId, { outcomes: ["resolved"] })).toEqual([]);
    await server.db
      .updateTable("conversations")
      .set({ status: "ENDED", outcome: "resolved" })
      .where("id", "=", id)
      .execute();
    expect(await found(customerId, { outcomes: ["resolved"] })).toEqual([id]);
  });

  it("refuses what it does not understand by name, and other organisations like a missing project", async () => {
    for (const [searchBody, field] of [
      [{ limit: 1_000 }, "searchBody.limit"],
      [{ from: "yesterday" }, "searchBody.from"],
      [{ botIds: ["' or 1=1"] }, "searchBody.botIds.0"],
      [{ after: "bm90aGluZw" }, "searchBody.after"],
      [{ text: "\u0000" }, "searchBody.text"],
    ] as const) {
      const answer = await server.graphql(searchSource, { projectId, searchBody }, { userId: viewerId });
      expect(answer.errors[0]?.extensions["field"]).toBe(field);
    }
    for (const text of ["%", "'", "a & | ! (", '"', "-", "\\", "<->", ":*", "🙂", "日本語"]) {
      const answer = await server.graphql(
        searchSource,
        { projectId, searchBody: { text } },
        { userId: viewerId },
      );
      expect(answer.errors).toEqual([]);
    }
    const stranger = await aUser(server, {
      accountId: await anAccount(server),
      roleKeys: ["organization_admin"],
    });
    const answer = await server.graphql(searchSource, { projectId, searchBody: {} }, { userId: stranger });
    expect(answer.errors[0]?.message).toBe("There is no such project, or you cannot see it.");
  });
});

describe("personal data", () => {
  it("is masked until somebody with the right reveals it, which is written down", async () => {
    const customerId = await aCustomer();
    const id = await add(customerId, {
      identity: { name: "Ada Byron", email: "ada@example.org" },
      turns: [{ visitor: "I am ada@example.org, call +44 20 7946 0958, card 4111 1111 1111 1111" }],
    });
    const masked = await read(id);
    expect(masked.messages[0]?.text).toBe("I am [e-mail], call [phone number], card [card number]");
    expect(masked.visitor).toEqual([
      { name: "name", value: "[hidden]" },
      { name: "email", value: "[hidden]" },
    ]);
    expect(masked.maskedCount).toBe(5);
    const [item] = (await search(customerId, { text: "ada@example.org" })).conversations;
    expect(JSON.stringify(item)).not.toContain("ada@example");
    const reveal = `mutation Reveal($projectId: ID!, $id: ID!, $reason: String) {
      revealConversation(projectId: $projectId, id: $id, reason: $reason) { data } }`;
    await expect(run(reveal, { id }, viewerId)).rejects.toThrow("You do not have the rights");
    const revealed = await run<{ revealConversation: { data: TranscriptData } }>(reveal, {
      id,
      reason: "Complaint 7",
    });
    expect(revealed.revealConversation.data.messages[0]?.text).toContain("ada@example.org");
    const audit = await server.db
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "=", "conversation.revealed")
      .execute();
    expect(audit).toHaveLength(1);
    expect(JSON.stringify(audit)).toContain("Complaint 7");
    expect(JSON.stringify(audit)).not.toContain("ada@example.org");
  });
});

describe("notes, labels and outcomes", () => {
  it("are added, found again and refused to those who only read", async () => {
    const customerId = await aCustomer();
    const id = await add(customerId, { turns: [{ visitor: "hello" }] });
    const label = `mutation Label($projectId: ID!, $id: ID!, $labels: [String!]!) {
      setConversationLabels(projectId: $projectId, id: $id, labels: $labels) { data } }`;
    await run(label, { id, labels: ["Complaint", " Complaint ", "VIP"] });
    expect((await read(id)).labels).toEqual(["Complaint", "VIP"]);
    expect(await found(customerId, { labels: ["VIP"] })).toEqual([id]);
    await expect(run(label, { id, labels: [] }, viewerId)).rejects.toThrow("rights");
    await run(
      `mutation Note($projectId: ID!, $id: ID!) { addHistoryNote(projectId: $projectId, id: $id, text: "Called back") { data } }`,
      { id },
    );
    const outcome = `mutation Outcome($projectId: ID!, $id: ID!) {
      setConversationOutcome(projectId: $projectId, id: $id, outcome: "refunded") { data } }`;
    await run(outcome, { id });
    const after = await read(id);
    expect([after.outcome, after.notes.map((note) => note.text)]).toEqual(["refunded", ["Called back"]]);
    const running = await add(customerId, { status: "BOT", turns: [{ visitor: "still here" }] });
    await expect(run(outcome, { id: running })).rejects.toThrow("has not ended yet");
  });

  it("keeps searches under a name, one's own and shared ones", async () => {
    const save = `mutation Save($projectId: ID!, $name: String!, $isShared: Boolean!) {
      saveSearch(projectId: $projectId, name: $name, query: "q=refund", isShared: $isShared) { id } }`;
    const list = `query List($projectId: ID!) { savedSearches(projectId: $projectId) { name isOwn } }`;
    await run(save, { name: "Refunds", isShared: true });
    await run(save, { name: "Angry", isShared: false });
    await expect(run(save, { name: "refunds", isShared: false })).rejects.toThrow("already have a search");
    expect(await run(list, {})).toEqual({
      savedSearches: [
        { name: "Angry", isOwn: true },
        { name: "Refunds", isOwn: true },
      ],
    });
    expect(await run(list, {}, viewerId)).toEqual({ savedSearches: [{ name: "Refunds", isOwn: false }] });
  });
});

describe("removing", () => {
  it("takes a visitor's conversations away with all that was said, and refuses others", async () => {
    const customerId = await aCustomer();
    const turns = [{ visitor: "forget me" }];
    const known = async () => {
      const { rows } = await sql<{ conversations: number }>`
        select conversations from history_words where project_id = ${projectId} and word = 'forget'`.execute(
        server.db,
      );
      return rows[0]?.conversations;
    };
    await add(customerId, { visitorId: "browser-1", turns });
    await add(customerId, { visitorId: "browser-1", turns });
    const other = await add(customerId, { visitorId: "browser-2", turns });
    const forget = `mutation Forget($projectId: ID!, $visitorId: String!) {
      deleteVisitorConversations(projectId: $projectId, visitorId: $visitorId) }`;
    await expect(run(forget, { visitorId: "browser-1" }, viewerId)).rejects.toThrow("rights");
    expect(await run(forget, { visitorId: "browser-1" })).toEqual({ deleteVisitorConversations: 2 });
    expect(await found(customerId, { text: "forget" })).toEqual([other]);
    expect(await known()).toBe(1);
    const remove = `mutation Remove($projectId: ID!, $ids: [ID!]!) { deleteConversations(projectId: $projectId, ids: $ids) }`;
    const foreignProject = await aProject(server, { accountId });
    expect(await run(remove, { projectId: foreignProject, ids: [other] })).toEqual({
      deleteConversations: 0,
    });
    expect(await run(remove, { ids: [other] })).toEqual({ deleteConversations: 1 });
    expect(await found(customerId, {})).toEqual([]);
    // The word list keeps no word that nobody's conversation holds any more.
    expect(await known()).toBeUndefined();
  });

  it("removes what is older than the project keeps, as a job", async () => {
    const customerId = await aCustomer();
    const old = new Date(Date.now() - 40 * 86_400_000);
    const gone = await add(customerId, { startedAt: old, turns: [{ visitor: "long ago" }] });
    const kept = await add(customerId, { turns: [{ visitor: "just now" }] });
    const open = await add(customerId, {
      startedAt: old,
      status: "AGENT",
      turns: [{ visitor: "still open" }],
    });
    const set = `mutation Keep($projectId: ID!, $days: Int) { setHistoryRetention(projectId: $projectId, days: $days) { retentionDays } }`;
    const past = async (days: number) =>
      (
        await run<{ conversationsPastRetention: number }>(
          `query Past($projectId: ID!, $days: Int!) { conversationsPastRetention(projectId: $projectId, days: $days) }`,
          { days },
        )
      ).conversationsPastRetention;
    await expect(run(set, { days: 0 })).rejects.toThrow("between 1 and 3650");
    await expect(past(0)).rejects.toThrow("between 1 and 3650");
    expect(await past(30)).toBeGreaterThan(await past(45));
    await run(set, { days: 30 });
    await queueRetention(server.services);
    await expect.poll(() => found(customerId, {}), { timeout: 10_000 }).toEqual([kept, open]);
    expect(await past(30)).toBe(0);
    expect(gone).not.toBe(kept);
    await run(set, { days: null });
  });
});

describe("exporting", () => {
  const start = `mutation Export($projectId: ID!, $customerId: ID, $format: HistoryExportFormat!, $rows: HistoryExportRows!, $isRevealed: Boolean) {
    exportHistory(projectId: $projectId, customerId: $customerId, searchBody: {}, format: $format, rows: $rows, isRevealed: $isRevealed) { id } }`;

  async function exported(variables: Record<string, unknown>): Promise<string> {
    const { exportHistory } = await run<{ exportHistory: { id: string } }>(start, variables);
    const job = () =>
      server.db.selectFrom("jobs").selectAll().where("id", "=", exportHistory.id).executeTakeFirstOrThrow();
    await expect.poll(async () => (await job()).status, { timeout: 10_000 }).toBe("SUCCEEDED");
    const { url } = (await job()).result as { url: string };
    expect((await fetch(url)).status).toBe(404);
    const response = await fetch(url, { headers: { cookie: await server.signIn(adminId) } });
    expect(response.headers.get("content-disposition")).toContain("attachment");
    return response.text();
  }

  it("writes one row per conversation or per turn, masked, and nothing a spreadsheet would run", async () => {
    const customerId = await aCustomer();
    await add(customerId, {
      turns: [
        { visitor: "=HYPERLINK(1)", bot: "Write to help@example.org" },
        { visitor: "bye", intent: "bye" },
      ],
    });
    const csv = await exported({ customerId, format: "CSV", rows: "TURNS" });
    const lines = csv.trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain("visitor,answer,intent");
    expect(csv).toContain(",'=HYPERLINK(1),Write to [e-mail],");
    const json = JSON.parse(
      await exported({ customerId, format: "JSON", rows: "CONVERSATIONS", isRevealed: true }),
    );
    expect(json).toHaveLength(1);
    expect(json[0].transcript).toContain("help@example.org");
    await expect(
      run(start, { customerId, format: "CSV", rows: "TURNS", isRevealed: true }, viewerId),
    ).rejects.toThrow("rights");
  });
});
