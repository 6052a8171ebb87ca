import fc from "fast-check";
import pg from "pg";
import { expect, test } from "vitest";
import { readTime } from "./read-time.ts";

const readAny: (text: string) => unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

test("a time is what PostgreSQL wrote", () => {
  expect(readTime("2026-03-01 12:34:56.789012+00")).toEqual(new Date("2026-03-01T12:34:56.789Z"));
  expect(readTime("2026-03-01 12:34:56+00")).toEqual(new Date("2026-03-01T12:34:56Z"));
  expect(readTime("2026-03-01 12:34:56.7+00")).toEqual(new Date("2026-03-01T12:34:56.700Z"));
});

test("times that are written otherwise are read too", () => {
  for (const text of [
    "2026-03-01 12:34:56+05:30",
    "2026-03-01 12:34:56.123-07",
    "infinity",
    "0044-03-15 12:00:00+00 BC",
    "12026-03-01 12:34:56+00",
    "0026-03-01 12:34:56+00",
  ]) {
    expect(readTime(text), text).toEqual(readAny(text));
  }
});

test("it reads as the driver does", () => {
  const written = fc
    .tuple(fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }), fc.nat(6))
    .map(([date, digits]) => {
      const [day, time] = date.toISOString().slice(0, -1).split("T");
      const [second, fraction] = (time ?? "").split(".");
      const part = `${fraction}000`.slice(0, digits);
      return `${day} ${second}${part === "" ? "" : `.${part}`}+00`;
    });
  fc.assert(
    fc.property(written, (text) => {
      expect(readTime(text)).toEqual(readAny(text));
    }),
  );
});
