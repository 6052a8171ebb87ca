import { expect, test } from "vitest";
import { mergeRemote } from "./merge.ts";
import type { VersionValues } from "./version-values.ts";

const base: VersionValues = {
  brandName: "Acme",
  supervisorName: "Iris",
  tone: "friendly",
  llmCredentialId: null,
  tasks: [],
  knowledgeAgentContext: "",
  fileIds: [],
  tools: [],
  otherInformation: "",
  fallbackMessage: "",
  temperature: null,
  topP: null,
  topK: null,
  maxOutputTokens: null,
  note: "",
};

test("what only the other changed is taken over, what only I changed stays", () => {
  const { merged, taken, clashes } = mergeRemote(
    base,
    { ...base, tone: "concise" },
    { ...base, supervisorName: "Nora" },
  );
  expect(merged).toMatchObject({ tone: "concise", supervisorName: "Nora" });
  expect(taken).toEqual(["supervisorName"]);
  expect(clashes).toEqual([]);
});

test("a field both changed is mine until somebody decides", () => {
  const { merged, clashes } = mergeRemote(base, { ...base, tone: "concise" }, { ...base, tone: "playful" });
  expect(merged.tone).toBe("concise");
  expect(clashes).toEqual([{ name: "tone", mine: "concise", theirs: "playful" }]);
});

test("the same change on both sides is no clash", () => {
  const both = { ...base, fileIds: ["a"] };
  expect(mergeRemote(base, both, { ...base, fileIds: ["a"] })).toEqual({
    merged: both,
    taken: [],
    clashes: [],
  });
});
