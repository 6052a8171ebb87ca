// Threats S4 and S20: the address of a private file in the hands of somebody who may not read it, or who is only half
// signed in. Everybody gets the answer that a file which does not exist would give.
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertFile } from "#domains/files";
import { newId } from "#platform/ids.ts";
import { anAccount, anAdmin, aUser } from "#testing/builders.ts";
import { aConversation } from "#testing/conversations.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aChat } from "../conversations/testing.ts";

let server: TestServer;
const addresses: Record<string, string> = {};
let administratorId: string;
let memberId: string;
let strangerId: string;

beforeAll(async () => {
  server = await startTestServer();
  const { accountId, projectId, customerId } = await aChat(server);
  administratorId = await anAdmin(server, accountId);
  memberId = await aUser(server, { accountId });
  strangerId = await anAdmin(server, await anAccount(server));
  const kept = async (originalName: string) => {
    const stored = await server.services.files.put(Buffer.from("of this organisation"), { maxBytes: 1_000 });
    const id = await server.db
      .transaction()
      .execute((tx) => insertFile(tx, { ...stored, originalName }, { accountId, userId: administratorId }));
    await server.db.updateTable("files").set({ is_private: true }).where("id", "=", id).execute();
    return { id, publicId: stored.publicId };
  };
  const document = await kept("prices.txt");
  await server.db
    .insertInto("knowledge_files")
    .values({ file_id: document.id, project_id: projectId })
    .execute();
  const [table, picture, jobId] = [await kept("conversations.csv"), await kept("passport.png"), newId()];
  await server.db
    .insertInto("jobs")
    .values({ id: jobId, kind: "export-history", status: "SUCCEEDED" })
    .execute();
  await server.db
    .insertInto("history_exports")
    .values({ job_id: jobId, project_id: projectId, file_id: table.id, is_revealed: true })
    .execute();
  const conversationId = await aConversation(server, {
    projectId,
    customerId,
    turns: [{ visitor: "Hello" }],
  });
  await server.db
    .insertInto("conversation_files")
    .values({ file_id: picture.id, conversation_id: conversationId, author: "visitor" })
    .execute();
  addresses["knowledge-files"] = document.id;
  addresses["history-exports"] = jobId;
  addresses["chat/files"] = picture.id;
  addresses["files"] = document.publicId;
});
afterAll(() => server.stop());

async function ask(path: string, id: string, cookie?: string) {
  const response = await fetch(`${server.urls.api}/${path}/${id}`, { headers: cookie ? { cookie } : {} });
  return { status: response.status, body: await response.text() };
}

it("is open to those who may, and is nothing to everybody else", async ({ task }) => {
  const own = await server.signIn(administratorId);
  const others = {
    nobody: undefined,
    "a forged session": "ory_kratos_session=forged",
    "a member without the right": await server.signIn(memberId),
    "an administrator elsewhere": await server.signIn(strangerId),
  };
  const wrong: string[] = [];
  let cases = 0;
  for (const [path, id] of Object.entries(addresses)) {
    const mine = await ask(path, id, own);
    // By its public id a private file is nobody's, whoever asks.
    if (mine.status !== (path === "files" ? 404 : 200)) wrong.push(`${path}: the owner got ${mine.status}`);
    for (const [who, cookie] of Object.entries(others)) {
      cases += 1;
      const answer = await ask(path, id, cookie);
      const missing = await ask(path, newId(), cookie);
      if (answer.status !== 404 || answer.body !== missing.body)
        wrong.push(`${path} for ${who}: ${answer.status} ${answer.body}`);
    }
  }
  expect(wrong).toEqual([]);
  Object.assign(task.meta, { cases });
});

it("is nothing to somebody whose second factor is still to come", async ({ task }) => {
  const half = await server.signIn(administratorId);
  await server.db
    .updateTable("identities")
    .set({ available_aal: "aal2" })
    .where("id", "=", administratorId)
    .execute();
  for (const [path, id] of Object.entries(addresses)) {
    expect(await ask(path, id, half), path).toEqual(await ask(path, newId(), half));
    expect((await ask(path, id, half)).status, path).toBe(404);
  }
  Object.assign(task.meta, { cases: Object.keys(addresses).length });
});
