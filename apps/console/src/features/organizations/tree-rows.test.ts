import { expect, test } from "vitest";
import { treeRows } from "./tree-rows.ts";

const nodes = [
  { id: "group", name: "Group", parentId: "unseen" },
  { id: "bank", name: "Bank", parentId: "group" },
  { id: "air", name: "Airlines", parentId: "group" },
  { id: "cargo", name: "Cargo", parentId: "air" },
];
const shown = (closed: string[], search = "") =>
  treeRows(nodes, new Set(closed), search).map(({ node, depth }) => `${"-".repeat(depth)}${node.id}`);

test("children under their parents, siblings by name", () => {
  expect(shown([])).toEqual(["group", "-air", "--cargo", "-bank"]);
});

test("a closed one hides what is below it", () => {
  expect(shown(["air"])).toEqual(["group", "-air", "-bank"]);
});

test("a search shows the path to the match, even through closed ones", () => {
  expect(shown(["group", "air"], "carg")).toEqual(["group", "-air", "--cargo"]);
  expect(shown([], "nothing")).toEqual([]);
});

test("a match does not drag its whole subtree along", () => {
  expect(shown([], "airl")).toEqual(["group", "-air"]);
});
