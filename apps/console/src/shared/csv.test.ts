import { expect, test } from "vitest";
import { parseCsv, toCsv } from "./csv.ts";

test("reads quotes, separators inside them, and blank lines", () => {
  expect(parseCsv('\uFEFFname,mail\r\n"Vane, Nora","a ""b"""\r\n\r\nLee,x@y.org')).toEqual([
    ["name", "mail"],
    ["Vane, Nora", 'a "b"'],
    ["Lee", "x@y.org"],
  ]);
});

test.each([
  ["a;b\n1;2", ["1", "2"]],
  ["a\tb\n1\t2", ["1", "2"]],
])("finds the separator of %j", (text, expected) => {
  expect(parseCsv(text)[1]).toEqual(expected);
});

test("writes formulas as text and quotes what needs it", () => {
  expect(toCsv([["=1+1", "@cmd", "a,b", 'say "x"', 3, null]])).toBe(`'=1+1,'@cmd,"a,b","say ""x""",3,\r\n`);
});

test("what is written reads back", () => {
  const rows = [["Nora", "line\nbreak", '"quoted"', "=1+1", "a;=1", "＝1"]];
  expect(parseCsv(toCsv(rows))).toEqual(rows);
});
