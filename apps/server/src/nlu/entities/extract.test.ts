import fc from "fast-check";
import { expect, test } from "vitest";
import type { BuiltInKind, EntityDefinition } from "../types.ts";
import { checkEntities } from "./check.ts";
import { extractEntities } from "./extract.ts";
import { settleOverlaps, type EntityMatch } from "./match.ts";

const kinds: BuiltInKind[] = ["number", "date", "duration", "money", "email", "url", "phone"];
const builtIns = kinds.map((kind): EntityDefinition => ({ name: kind, type: "builtin", kind }));
// A Tuesday, five days before clocks in Berlin go back.
const options = { timeZone: "Europe/Berlin", now: new Date("2026-10-20T10:00:00Z") };

const found = (text: string, definitions: EntityDefinition[] = builtIns, language = "en") =>
  extractEntities(text, definitions, { ...options, language }).map((match) => [
    match.kind,
    match.text,
    match.value,
  ]);

test.each<[string, unknown[][]]>([
  ["tomorrow at 7pm", [["date", "tomorrow at 7pm", { iso: "2026-10-21T19:00:00+02:00", grain: "minute" }]]],
  [
    "in two weeks at 9am",
    [["date", "in two weeks at 9am", { iso: "2026-11-03T09:00:00+01:00", grain: "minute" }]],
  ],
  ["next month", [["date", "next month", { iso: "2026-11", grain: "month" }]]],
  ["on 2026-11-15", [["date", "2026-11-15", { iso: "2026-11-15", grain: "day" }]]],
  ["2 hours and 30 minutes", [["duration", "2 hours and 30 minutes", { iso: "PT2H30M", seconds: 9_000 }]]],
  ["half an hour", [["duration", "half an hour", { iso: "PT0.5H", seconds: 1_800 }]]],
  ["an hour and a half", [["duration", "an hour and a half", { iso: "PT1.5H", seconds: 5_400 }]]],
  ["1h30", [["duration", "1h30", { iso: "PT1H30M", seconds: 5_400 }]]],
  ["for three days", [["duration", "three days", { iso: "P3D", seconds: 259_200 }]]],
  ["twenty five euros", [["money", "twenty five euros", { amount: 25, currency: "EUR" }]]],
  ["€1,234.50 please", [["money", "€1,234.50", { amount: 1_234.5, currency: "EUR" }]]],
  ["it costs 30 CHF", [["money", "30 CHF", { amount: 30, currency: "CHF" }]]],
  ["USD 12", [["money", "USD 12", { amount: 12, currency: "USD" }]]],
  ["I paid 30 all", [["number", "30", 30]]],
  ["3.5k users", [["number", "3.5k", 3_500]]],
  ["minus −12", [["number", "−12", -12]]],
  ["two hundred and ten", [["number", "two hundred and ten", 210]]],
  ["five hundred and ten thousand", [["number", "five hundred and ten thousand", 510_000]]],
  ["a dozen eggs", [["number", "a dozen", 12]]],
  [
    "two five",
    [
      ["number", "two", 2],
      ["number", "five", 5],
    ],
  ],
  ["٣٤٥", [["number", "٣٤٥", 345]]],
  ["१२३ रुपये", [["number", "१२३", 123]]],
  ["version 1.2.3", []],
  ["model X200b", []],
  ["mail Bob.Smith@Example.co.uk.", [["email", "Bob.Smith@Example.co.uk", "bob.smith@example.co.uk"]]],
  ["not@mail, a@b", []],
  [
    "see https://parley.example/a(b), ok",
    [["url", "https://parley.example/a(b)", "https://parley.example/a(b)"]],
  ],
  ["(www.test.com)", [["url", "www.test.com", "https://www.test.com/"]]],
  ["go to example.com/docs?x=1.", [["url", "example.com/docs?x=1", "https://example.com/docs?x=1"]]],
  ["call +49 30 1234567", [["phone", "+49 30 1234567", "+49301234567"]]],
  ["0171-2345678", [["phone", "0171-2345678", "01712345678"]]],
  ["(555) 123-4567", [["phone", "(555) 123-4567", "5551234567"]]],
  ["order 12345", [["number", "12345", 12_345]]],
  ["may I sit, he sat in the sun", []],
  ["can I choose the day", []],
  ["not on Monday, please", [["date", "on Monday", { iso: "2026-10-26", grain: "day" }]]],
])("%s", (text, expected) => {
  expect(found(text)).toEqual(expected);
});

test("the language decides how separators and day-month order are read", () => {
  expect(found("1.234,5", builtIns, "de")).toEqual([["number", "1.234,5", 1_234.5]]);
  expect(found("1,234.5")).toEqual([["number", "1,234.5", 1_234.5]]);
  expect(found("1.234", builtIns, "de")).toEqual([["number", "1.234", 1_234]]);
  expect(found("12/03/2027", builtIns, "en-GB")).toEqual([
    ["date", "12/03/2027", { iso: "2027-03-12", grain: "day" }],
  ]);
  expect(found("morgen um 9 Uhr", builtIns, "de")[0]?.[2]).toMatchObject({
    iso: "2026-10-21T09:00:00+02:00",
  });
});

test("the same words mean another moment in another zone", () => {
  const at = (timeZone: string) =>
    extractEntities("today at 8pm", builtIns, { ...options, timeZone })[0]?.value;
  expect(at("America/New_York")).toMatchObject({ iso: "2026-10-20T20:00:00-04:00" });
  expect(at("Asia/Kolkata")).toMatchObject({ iso: "2026-10-20T20:00:00+05:30" });
});

const city: EntityDefinition = {
  name: "city",
  type: "enumeration",
  values: [
    { value: "New York", synonyms: ["NYC", "big apple"] },
    { value: "York" },
    { value: "München", synonyms: ["Munich"] },
    { value: "東京" },
  ],
  roles: [
    { name: "from", before: ["from", "leaving"] },
    { name: "to", before: ["to"] },
  ],
};

test.each([
  ["fly to nyc", "New York", "nyc"],
  ["I love the Big Apple!", "New York", "Big Apple"],
  ["new york please", "New York", "new york"],
  ["york please", "York", "york"],
  ["MUNCHEN", "München", "MUNCHEN"],
  ["munihc", "München", "munihc"],
  ["明日東京へ", "東京", "東京"],
])("%s names %s", (text, value, written) => {
  expect(found(text, [city])).toEqual([["enumeration", written, value]]);
});

test("typing mistakes lower the score, short words forgive none, and fuzzy can be off", () => {
  const [match] = extractEntities("munihc", [city], options);
  expect(match?.score).toBeLessThan(1);
  expect(found("yorc", [city])).toEqual([]);
  expect(found("munihc", [{ ...city, fuzzy: false } as EntityDefinition])).toEqual([]);
});

test("roles tell two finds of one entity apart", () => {
  const roles = extractEntities("from New York to the Big Apple via Munich", [city], options).map(
    (match) => match.role,
  );
  expect(roles).toEqual(["from", "to", undefined]);
});

test("regular expressions are matched, and a broken one finds nothing", () => {
  const order: EntityDefinition = { name: "order", type: "regex", pattern: "ord-\\d{4}" };
  expect(found("where is ORD-1234?", [order])).toEqual([["regex", "ORD-1234", "ORD-1234"]]);
  expect(found("where", [{ name: "bad", type: "regex", pattern: "(w" }])).toEqual([]);
});

test("the longest span wins; of equal ones the more telling kind, then the first defined", () => {
  const order: EntityDefinition = { name: "order", type: "regex", pattern: "\\d{5}" };
  expect(found("12345", [...builtIns, order])).toEqual([["regex", "12345", "12345"]]);
  expect(found("12345 euros", [...builtIns, order])).toEqual([
    ["money", "12345 euros", { amount: 12_345, currency: "EUR" }],
  ]);
});

test("no two kept matches overlap, and what was dropped lost to something as long or longer", () => {
  const kind = fc.constantFrom<EntityMatch["kind"]>("number", "phone", "date", "enumeration", "regex");
  const match = fc
    .tuple(fc.nat(20), fc.integer({ min: 1, max: 8 }), kind)
    .map(([start, length, of]): EntityMatch => ({
      entity: of,
      kind: of,
      value: "",
      text: "",
      start,
      end: start + length,
      score: 1,
    }));
  fc.assert(
    fc.property(fc.array(match, { maxLength: 12 }), (all) => {
      const kept = settleOverlaps(all);
      kept.slice(1).forEach((next, i) => expect(next.start).toBeGreaterThanOrEqual(kept[i]!.end));
      for (const dropped of all.filter((each) => !kept.includes(each))) {
        const winner = kept.find(
          (each) =>
            each.start < dropped.end &&
            dropped.start < each.end &&
            each.end - each.start >= dropped.end - dropped.start,
        );
        expect(winner).toBeDefined();
      }
    }),
  );
});

test("any text gives spans that lie in it, quickly", () => {
  const nasty = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc
      .array(fc.constantFrom("1", ",", ".", "-", " ", "@", "a", "€", "+", "(", "/", "www.", "h"), {
        maxLength: 80,
      })
      .map((list) => list.join("")),
  );
  fc.assert(
    fc.property(nasty, (text) => {
      for (const match of extractEntities(text, [...builtIns, city], options)) {
        expect(match.text).toBe(text.slice(match.start, match.end));
        expect(match.text).not.toBe("");
      }
    }),
  );
});

test.each([
  "1".repeat(2_000),
  "1,".repeat(1_000),
  "a@".repeat(1_000),
  "a.".repeat(1_000),
  "+1 ".repeat(600),
  "two hundred ".repeat(160),
  "http://".repeat(280),
  "mon ".repeat(500),
])("a long text of one kind takes less than a second (%#)", (text) => {
  const begin = process.cpuUsage();
  extractEntities(text, [...builtIns, city], options);
  expect(process.cpuUsage(begin).user).toBeLessThan(1_000_000);
});

test("mistakes in definitions are told in sentences", () => {
  const problems = checkEntities([
    { name: "a", type: "regex", pattern: "(x)\\1" },
    { name: "a", type: "enumeration", values: [] },
    {
      name: "b",
      type: "enumeration",
      values: [
        { value: "x", synonyms: ["z"] },
        { value: "y", synonyms: ["Z"] },
      ],
    },
  ]);
  expect(problems.map((problem) => problem.code)).toEqual([
    "entity-pattern",
    "entity-name-twice",
    "entity-values-missing",
    "entity-synonym-twice",
  ]);
});
