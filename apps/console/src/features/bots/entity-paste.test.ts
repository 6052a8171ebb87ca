import { expect, it } from "vitest";
import { valuesIn } from "./entity-paste.ts";

it("reads values with synonyms as people and spreadsheets write them", () => {
  expect(valuesIn("large: big, huge\nsmall\n\nmedium\tmid\tnormal\nat 10:30 sharp\nlarge: grand")).toEqual([
    { value: "large", synonyms: ["big", "huge", "grand"] },
    { value: "small" },
    { value: "medium", synonyms: ["mid", "normal"] },
    { value: "at 10:30 sharp" },
  ]);
});
