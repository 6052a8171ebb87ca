import fc from "fast-check";
import { expect, test } from "vitest";
import { isChanged, kindOf } from "./fields.ts";
import { diffLines, folded } from "./lines.ts";
import { diffSequences } from "./sequence.ts";
import { diffText, diffWords, isRewritten } from "./words.ts";

const items = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 40 });

test("an edit always leads from one sequence to the other", () => {
  fc.assert(
    fc.property(items, items, (before, after) => {
      const edits = diffSequences(before, after);
      expect(edits.filter((edit) => edit.kind !== "added").map((edit) => edit.item)).toEqual(before);
      expect(edits.filter((edit) => edit.kind !== "removed").map((edit) => edit.item)).toEqual(after);
    }),
  );
});

test("an edit is as short as the longest common part allows", () => {
  fc.assert(
    fc.property(items, items, (before, after) => {
      const kept = diffSequences(before, after).filter((edit) => edit.kind === "same").length;
      expect(kept).toBe(longestCommon(before, after));
    }),
  );
});

test("prose differs by word, not by letter", () => {
  expect(diffWords("Answer briefly and well.", "Answer slowly and well.")).toEqual([
    { kind: "same", item: "Answer " },
    { kind: "removed", item: "briefly" },
    { kind: "added", item: "slowly" },
    { kind: "same", item: " and well." },
  ]);
});

test.each([
  ["a word", "Answer briefly and well, in Dutch.", "Answer slowly and well, in Dutch.", false],
  ["more at the end", "Say hello.", "Say hello. Then ask for the name, the seat and the flight.", false],
  ["all of it taken away", "Say hello.", "", false],
  ["other words", "Where do you fly to and when?", "We open at nine and close at five.", true],
  [
    "another text that shares small words",
    "You are the assistant of an airline and you answer in the language of the passenger.",
    "Bags: the limit is 23 kg. In the cabin you may take one, and of course the usual coat.",
    true,
  ],
])("a text is shown whole when most of it was rewritten: %s", (_what, before, after, expected) => {
  expect(isRewritten(diffWords(before, after))).toBe(expected);
});

test("a paragraph that was rewritten is shown whole, one with another word by word", () => {
  const greeting = "You are Nora, the assistant of Northwind Airlines.\n\n";
  const before = `${greeting}Answer briefly and well, in Dutch.\n\nWhere do you fly to and when?\n`;
  const after = `${greeting}Answer slowly and well, in Dutch.\n\nWe open at nine and close at five.\n`;
  expect(diffText(before, after)).toEqual([
    {
      kind: "words",
      edits: expect.arrayContaining([
        { kind: "same", item: "Answer " },
        { kind: "removed", item: "briefly" },
        { kind: "added", item: "slowly" },
      ]),
    },
    {
      kind: "rewritten",
      before: "Where do you fly to and when?\n",
      after: "We open at nine and close at five.\n",
    },
  ]);
  const lines = diffText("One.\nTwo.\nThree.", "One.\nTwo.\nThree.\nFour.");
  expect(lines).toMatchObject([{ kind: "words" }]);
});

test("long unchanged stretches of a file are folded, with the right line numbers", () => {
  const before = Array.from({ length: 40 }, (_value, index) => `line ${index + 1}`);
  const after = before.with(19, "changed");
  const lines = diffLines(before.join("\n"), after.join("\n"));
  expect(lines[0]).toEqual({ kind: "skipped", count: 16 });
  expect(lines.filter((line) => line.kind === "removed")).toEqual([
    { kind: "removed", text: "line 20", before: 20, after: undefined },
  ]);
  expect(lines.filter((line) => line.kind === "added")).toEqual([
    { kind: "added", text: "changed", before: undefined, after: 20 },
  ]);
  expect(lines.at(-1)).toEqual({ kind: "skipped", count: 17 });
});

test("two large texts with nothing in common are answered at once", () => {
  const text = (seed: number) =>
    Array.from({ length: 20_000 }, (_value, index) => `${seed} ${index}`).join("\n");
  const start = process.cpuUsage();
  expect(diffLines(text(1), text(2)).length).toBe(40_000);
  expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
});

test("each value gets the difference that suits it", () => {
  expect(kindOf({ label: "", before: 1, after: 2 })).toBe("value");
  expect(kindOf({ label: "", before: ["a"], after: null })).toBe("list");
  expect(kindOf({ label: "", before: { a: 1 }, after: { a: 2 } })).toBe("lines");
  expect(kindOf({ label: "", before: "one\ntwo", after: "" })).toBe("text");
  expect(isChanged({ label: "", before: { a: 1, b: 2 }, after: { b: 2, a: 1 } })).toBe(false);
});

function longestCommon(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, () => 0);
  for (const item of one) {
    const next = [0];
    other.forEach((candidate, index) => {
      next.push(item === candidate ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

test("of a long list what changed is shown with its neighbours", () => {
  const items = Array.from({ length: 9 }, (_, i) => ({
    kind: i === 4 ? ("added" as const) : ("same" as const),
    item: i,
  }));
  expect(
    folded(items, 1).map((entry) => (entry.kind === "skipped" ? `${entry.count} more` : entry.item)),
  ).toEqual(["3 more", 3, 4, 5, "3 more"]);
});
