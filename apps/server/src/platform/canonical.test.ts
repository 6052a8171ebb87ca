import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "./canonical.ts";

/** As it was when the first audit entries were written: their hashes are for ever. */
function asAlways(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      inner !== null && typeof inner === "object" && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ""
  );
}

it("writes every value as it always did", () => {
  const keys = fc.oneof(
    fc.string(),
    fc.nat().map(String),
    fc.constantFrom("a", "B", "10", "9", "__proto__", "é"),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      fc.jsonValue(),
      fc.constant(undefined),
      fc.date({ noInvalidDate: true }),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(keys, tie("value"), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(value, (given) => canonicalJson(given) === asAlways(given)),
    { numRuns: 2_000 },
  );
});

it("is the same for equal values, whatever the order of their keys", () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe(
    canonicalJson({ a: null, b: [{ c: 2, d: 1 }] }),
  );
  expect(canonicalJson({ b: 1, a: { d: 1, c: 2 } })).toBe('{"a":{"c":2,"d":1},"b":1}');
});
