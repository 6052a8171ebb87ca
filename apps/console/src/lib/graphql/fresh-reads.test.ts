import { expect, it } from "vitest";
import { createFreshReads } from "./fresh-reads.ts";

/** A server that answers when it is told to. */
function heldBack() {
  const asked: PromiseWithResolvers<Response>[] = [];
  const send = () => {
    asked.push(Promise.withResolvers<Response>());
    return asked.at(-1)!.promise;
  };
  const answer = async (which: number, text: string) => {
    asked[which]?.resolve(new Response(text));
    await new Promise((resolve) => setTimeout(resolve));
  };
  const fail = (which: number) => asked[which]?.reject(new TypeError("Failed to fetch"));
  return { send, answer, fail, count: () => asked.length };
}
const text = async (response: Promise<Response>) => (await response).text();

it("reads again what changes overtook on its way, as often as they do", async () => {
  const { read, noteChange } = createFreshReads();
  const server = heldBack();
  const shown = text(read("teams", server.send));
  for (const which of [0, 1, 2, 3]) {
    noteChange();
    await server.answer(which, "before");
  }
  await server.answer(4, "after");
  expect(await shown).toBe("after");
  expect(server.count()).toBe(5);
});

it("does not go on reading what a newer read will answer", async () => {
  const { read, noteChange } = createFreshReads();
  const server = heldBack();
  const all = [0, 1, 2].map(() => text(read("teams", server.send)));
  noteChange();
  for (const which of [0, 1, 2]) await server.answer(which, "before");
  expect(server.count()).toBe(4);
  await server.answer(3, "after");
  expect(await Promise.all(all)).toEqual(["after", "after", "after"]);
});

it("answers an older read with what the newer one found, whichever answer comes first", async () => {
  const { read } = createFreshReads();
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const server = heldBack();
    const both = [text(read("teams", server.send)), text(read("teams", server.send))];
    for (const which of order) await server.answer(which, `answer ${which}`);
    expect(await Promise.all(both)).toEqual(["answer 1", "answer 1"]);
  }
});

it("keeps apart what was asked, and forgets what was answered", async () => {
  const { read } = createFreshReads();
  const server = heldBack();
  const teams = text(read("teams", server.send));
  const users = text(read("users", server.send));
  await server.answer(1, "users");
  await server.answer(0, "teams");
  expect(await Promise.all([teams, users])).toEqual(["teams", "users"]);
  const later = text(read("teams", server.send));
  await server.answer(2, "later");
  expect(await later).toBe("later");
});

it("fails as the newest read fails", async () => {
  const { read } = createFreshReads();
  const server = heldBack();
  const older = text(read("teams", server.send));
  const newer = text(read("teams", server.send));
  server.fail(0);
  await server.answer(1, "newer");
  expect(await Promise.all([older, newer])).toEqual(["newer", "newer"]);
  const lost = text(read("teams", server.send));
  server.fail(2);
  await expect(lost).rejects.toThrow("Failed");
});
