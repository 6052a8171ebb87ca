import type { VersionGraphEntry } from "@parley/bot-data/version";
import { expect, it } from "vitest";
import { graphRows } from "./version-graph.ts";

const version = (number: number, basedOn: number | null): VersionGraphEntry => ({
  id: String(number),
  number,
  basedOn: basedOn === null ? null : String(basedOn),
  label: "",
  note: "",
  author: null,
  createdAt: "2026-01-01T00:00:00Z",
  isLocked: false,
  environments: [],
});
const shape = (versions: VersionGraphEntry[]) =>
  graphRows(versions).rows.map(({ version: { number }, lane, passing, arriving, goesOn }) => [
    number,
    lane,
    passing,
    arriving,
    goesOn,
  ]);

it("keeps a chain on one lane", () => {
  expect(shape([version(1, null), version(2, 1), version(3, 2)])).toEqual([
    [3, 0, [], [], true],
    [2, 0, [], [0], true],
    [1, 0, [], [0], false],
  ]);
});

it("gives a branch its own lane that ends where it began", () => {
  expect(shape([version(1, null), version(2, 1), version(3, 1), version(4, 2)])).toEqual([
    [4, 0, [], [], true],
    [3, 1, [0], [], true],
    [2, 0, [1], [0], true],
    [1, 0, [], [0, 1], false],
  ]);
});

it("takes a version whose base is gone as a beginning", () => {
  expect(shape([version(5, 3), version(6, 5)])).toEqual([
    [6, 0, [], [], true],
    [5, 0, [], [0], false],
  ]);
});
