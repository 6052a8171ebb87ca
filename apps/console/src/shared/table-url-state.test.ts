import { expect, test } from "vitest";
import { readTableState, writeTableState } from "./table-url-state.ts";

const read = (query: string, prefix = "") => readTableState(new URLSearchParams(query), prefix);
const write = (query: string, state: ReturnType<typeof read>, prefix = "") =>
  writeTableState(new URLSearchParams(query), prefix, state).toString();

test.each([
  ["", { search: "", sort: undefined, page: 1 }],
  ["q=desk&sort=-name&page=3", { search: "desk", sort: { column: "name", isDescending: true }, page: 3 }],
  ["page=0", { search: "", sort: undefined, page: 1 }],
  ["page=x", { search: "", sort: undefined, page: 1 }],
])("reads %s", (query, expected) => {
  expect(read(query)).toEqual(expected);
});

test("writes only what differs from the start, and leaves the rest of the address alone", () => {
  expect(
    write("tab=roles&q=old&page=4", { search: "", sort: { column: "name", isDescending: false }, page: 1 }),
  ).toBe("tab=roles&sort=name");
});

test("two lists on one page keep apart", () => {
  const query = write("q=desk", { search: "ada", sort: undefined, page: 2 }, "members-");
  expect(query).toBe("q=desk&members-q=ada&members-page=2");
  expect(read(query, "members-").search).toBe("ada");
  expect(read(query).search).toBe("desk");
});
