import { expect, test } from "vitest";
import { matching, treeOrder } from "./tree-order.ts";

const tree = [
  { id: "cargo", name: "Cargo", parentId: "air" },
  { id: "bank", name: "Bank", parentId: "group" },
  { id: "group", name: "Group", parentId: null },
  { id: "air", name: "Airlines", parentId: "group" },
  { id: "lost", name: "Lost", parentId: "unseen" },
];
const names = (rows: ReturnType<typeof treeOrder>) =>
  rows.map(({ organization, depth }) => `${depth} ${organization.name}`);

test("parents come before their children, siblings by name, the unseen parent's child as a root", () => {
  expect(names(treeOrder(tree))).toEqual(["0 Group", "1 Airlines", "2 Cargo", "1 Bank", "0 Lost"]);
});

test("a match keeps the parents that say where it is", () => {
  expect(names([...matching(treeOrder(tree), " carg ")])).toEqual(["0 Group", "1 Airlines", "2 Cargo"]);
  expect(matching(treeOrder(tree), "nothing")).toEqual([]);
});

test("a circle of parents does not hang", () => {
  const circle = [
    { id: "a", name: "A", parentId: "b" },
    { id: "b", name: "B", parentId: "a" },
  ];
  expect(treeOrder(circle)).toEqual([]);
});
