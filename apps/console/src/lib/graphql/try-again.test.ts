import { expect, it } from "vitest";
import { fetchAgain, isMutation } from "./try-again.ts";

const answers = (...given: (number | "nothing")[]) => {
  let calls = 0;
  const send = async () => {
    const next = given[calls++];
    if (next === undefined || next === "nothing") throw new TypeError("Failed to fetch");
    return new Response(null, { status: next });
  };
  return { send, calls: () => calls };
};
const atOnce = async () => undefined;

it("sends a call again when its answer was lost or the server is away for a moment", async () => {
  const lost = answers("nothing", 503, 200);
  expect((await fetchAgain(lost.send, atOnce)).status).toBe(200);
  expect(lost.calls()).toBe(3);
});

it("gives up after three tries, and tries nothing twice that was answered", async () => {
  await expect(fetchAgain(answers("nothing", "nothing", "nothing").send, atOnce)).rejects.toThrow("Failed");
  const refused = answers(409, 200);
  expect((await fetchAgain(refused.send, atOnce)).status).toBe(409);
  expect(refused.calls()).toBe(1);
});

it("knows a change by its document", () => {
  expect(isMutation(JSON.stringify({ query: "mutation CreateTeam { a }" }))).toBe(true);
  expect(isMutation(JSON.stringify({ query: "query Mutation { a }" }))).toBe(false);
  expect(isMutation(new FormData())).toBe(false);
});
