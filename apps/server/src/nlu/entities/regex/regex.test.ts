import fc from "fast-check";
import { expect, test } from "vitest";
import { compileRegex } from "./find.ts";
import { RegexError } from "./parse.ts";
import { search } from "./program.ts";

function matches(pattern: string, text: string, ignoreCase = false): string[] {
  return search(compileRegex(pattern, ignoreCase), text).map(({ start, end }) => text.slice(start, end));
}

test.each([
  ["ORD-\\d{4,6}", "see ORD-12345 and ORD-1234567", ["ORD-12345", "ORD-123456"]],
  ["\\bORD-\\d{4}\\b", "ORD-1234 ORD-12345 xORD-1234", ["ORD-1234"]],
  ["[A-Z]{2}\\d+", "DE12 de12 FR7", ["DE12", "FR7"]],
  ["cat|category", "category", ["category"]],
  ["a+?", "aaa", ["aaa"]],
  ["^start", "start start", ["start"]],
  ["end$", "end end", ["end"]],
  ["[^\\s,]+", "a,bc d", ["a", "bc", "d"]],
  ["(?:ab)+", "ababxab", ["abab", "ab"]],
  ["(?<year>\\d{4})-\\d\\d", "on 2026-11", ["2026-11"]],
  ["(a+)+b", "aaab", ["aaab"]],
  ["x*", "aaa", []],
  ["\\p{L}+", "Ünter 我", ["Ünter", "我"]],
  ["😀+", "a😀😀b", ["😀😀"]],
  [".", "a\nb", ["a", "b"]],
  ["\\u0041\\x42", "AB", ["AB"]],
  ["[\\]\\-a]", "]-a", ["]", "-", "a"]],
  ["a{0}b", "b", ["b"]],
  ["{x}", "{x}", ["{x}"]],
])("%s finds its matches in %s", (pattern, text, expected) => {
  expect(matches(pattern, text)).toEqual(expected);
});

test("case can be ignored, in classes as well", () => {
  expect(matches("straße [a-c]+", "STRAßE ABCD", true)).toEqual(["STRAßE ABC"]);
});

test.each([
  ["(a)\\1", /References back/],
  ["(?=a)", /Look-ahead/],
  ["(?<!a)b", /Look-ahead and look-behind/],
  ["(a", /without its “\)”/],
  ["a)", /without its “\(”/],
  ["[a", /without its “\]”/],
  ["*a", /nothing before/],
  ["a**", /side by side/],
  ["a{3,2}", /wrong way round/],
  ["[z-a]", /wrong way round/],
  ["a\\", /ends with/],
  ["\\y", /not supported/],
  ["a{201}", /larger than 200/],
  ["((a{100}){100}){100}", /repeats too much/],
  ["", /empty/],
  ["a".repeat(501), /more than 500/],
  ["(".repeat(60) + "a" + ")".repeat(60), /nested more than 50/],
])("%s is refused with a sentence", (pattern, sentence) => {
  expect(() => compileRegex(pattern, false)).toThrow(RegexError);
  expect(() => compileRegex(pattern, false)).toThrow(sentence);
});

// Each of these takes a backtracking matcher minutes or longer on the text beside it.
const attacks: [string, string][] = [
  ["(a+)+$", "a".repeat(1_999) + "!"],
  ["(a|aa)+$", "a".repeat(1_999) + "!"],
  ["(a|a)*b", "a".repeat(2_000)],
  ["(.*a){20}b", "a".repeat(2_000)],
  ["(x+x+)+y", "x".repeat(2_000)],
  ["([a-zA-Z0-9]+\\s?)*!$", "word ".repeat(400)],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(2_000)],
  ["(\\w+\\d+)*;", "a1".repeat(1_000)],
  ["(.*)*(.*)*(.*)*x", "y".repeat(2_000)],
  ["a?".repeat(60) + "a".repeat(60), "a".repeat(59)],
  ["(a{1,30}){1,30}c", "a".repeat(2_000)],
  ['^(?:[^"\\\\]|\\\\.)*"$', '\\"'.repeat(1_000)],
  ["(([a-c]|b)+d?)+e", "abc".repeat(666)],
  ["\\s*\\s*\\s*\\s*x", " ".repeat(2_000)],
];

test.each(attacks)("the attack %s ends in moments", (pattern, text) => {
  const program = compileRegex(pattern, true);
  const before = process.cpuUsage();
  search(program, text);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});

test("agrees with the built-in matcher on the first match of patterns without choice", () => {
  const piece = fc.constantFrom("a", "b", "[ab]", "[^a]", ".", "\\d", "\\w", "c");
  const quantifier = fc.constantFrom("", "", "+", "*", "?", "{2}", "{1,3}");
  const pattern = fc
    .array(fc.tuple(piece, quantifier), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([each, times]) => each + times).join(""));
  const text = fc
    .array(fc.constantFrom("a", "b", "c", "1", " "), { maxLength: 12 })
    .map((list) => list.join(""));
  fc.assert(
    fc.property(pattern, text, (source, subject) => {
      const ours = matches(`^(?:${source})$`, subject).length > 0;
      const theirs = new RegExp(`^(?:${source})$`).test(subject) && subject !== "";
      expect(ours).toBe(theirs);
    }),
    { numRuns: 2_000 },
  );
});
