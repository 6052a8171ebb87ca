import { describe, expect, test } from "vitest";
import { matchesPattern, patternProblem } from "./pattern.ts";

describe("patterns", () => {
  const patterns = [
    "abc",
    "a.c",
    "^abc$",
    "^a",
    "c$",
    "a|b",
    "^(a|b)+$",
    "^\\d{3}$",
    "^\\d{2,4}$",
    "^\\w+@\\w+\\.\\w+$",
    "[a-c]x",
    "[^a-c]x",
    "colou?r",
    "^[A-Z]{2}\\d{6}$",
    "(ab)*c",
    "^$",
    "",
    "\\s",
    "\\S+\\s\\S+",
    "^(?:x|y){2}$",
    "a{2,}",
    "[\\d-]+",
    "\\.",
    "^a*$",
    "(a|b|)c",
  ];
  const texts = [
    "",
    "a",
    "b",
    "c",
    "abc",
    "xabcx",
    "ac",
    "axc",
    "123",
    "12345",
    "name@example.com",
    "bx",
    "dx",
    "color",
    "colour",
    "AB123456",
    "ababc",
    "one two",
    "xy",
    "aaa",
    "4-5",
    ".",
    "ABC",
    "\n",
  ];

  test("answer as JavaScript's own do, case aside", () => {
    for (const pattern of patterns) {
      const expected = new RegExp(pattern, "is");
      for (const text of texts) {
        expect(matchesPattern(text, pattern), `${JSON.stringify(text)} against ${pattern}`).toBe(
          expected.test(text),
        );
      }
    }
  });

  test("do not run away on patterns that stop a backtracking engine", () => {
    const text = `${"a".repeat(1_900)}!`;
    for (const pattern of ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$"]) {
      expect(matchesPattern(text, pattern)).toBe(false);
    }
  });

  test("look at the first 2,000 characters and do not take the cut for the end", () => {
    const long = "a".repeat(3_000);
    expect(matchesPattern(long, "^a+")).toBe(true);
    expect(matchesPattern(long, "^a+$")).toBe(false);
    expect(matchesPattern(long.slice(0, 2_000), "^a+$")).toBe(true);
  });

  test.each([
    ["(", "The pattern has a ( without a )."],
    [")", "The pattern has a ) without a (."],
    ["[a", "The pattern has a [ without a ]."],
    ["*a", "The pattern has a * with nothing before it."],
    ["a**", "The pattern repeats a repetition."],
    ["a{x}", "The pattern has a { that is not a repetition such as {2,5}; write \\{ for the character."],
    ["a{5,2}", "A repetition goes from a smaller to a larger number, at most 200."],
    ["((a{200}){200}){200}", "The pattern repeats too much; make it shorter."],
    ["(?=a)", "Look-around and named groups are not supported."],
    ["(a)\\1", "\\1 is not supported."],
    ["[z-a]", "The range z-a runs backwards."],
    ["a\\", "The pattern ends with a single \\."],
    ["x".repeat(501), "The pattern is longer than 500 characters."],
  ])("%s is refused with a sentence and matches nothing", (pattern, message) => {
    expect(patternProblem(pattern)).toBe(message);
    expect(matchesPattern("a", pattern)).toBe(false);
  });
});
