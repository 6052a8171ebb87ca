import { describe, expect, it } from "vitest";
import { phrasesIn, withAdded, withChanged, without } from "./phrases.ts";

describe("phrases of an intent", () => {
  it("come from a paste, one a line, without bullets", () => {
    expect(phrasesIn("- hello\r\n2. good day\n\n# note\n  * hi \n24 hours open")).toEqual([
      "hello",
      "good day",
      "hi",
      "24 hours open",
    ]);
  });

  it("are added once, whatever their case", () => {
    expect(withAdded("# note\nHello\n", ["hello", "Hi", "hi"])).toBe("# note\nHello\nHi\n");
    expect(withAdded("", ["Hi"])).toBe("Hi\n");
    expect(withAdded("Hi\n", ["hi"])).toBe("Hi\n");
  });

  it("leave and change without touching comments", () => {
    expect(without("# a\na\nb\n", new Set(["a"]))).toBe("# a\nb\n");
    expect(withChanged("# a\na\nb\n", "a", "c")).toBe("# a\nc\nb\n");
  });
});
