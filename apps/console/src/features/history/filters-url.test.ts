import { expect, it } from "vitest";
import { readFilters, withoutFilters, withToggled } from "./filters-url.ts";

it("reads what an address says and leaves out what makes no sense", () => {
  const filters = readFilters(
    new URLSearchParams(
      "q=refund&from=2026-01-01&to=soon&outcome=none&outcome=resolved&with=handed-off&with=nonsense",
    ),
  );
  expect(filters).toMatchObject({
    text: "refund",
    from: "2026-01-01",
    outcomes: ["", "resolved"],
    flags: ["HANDED_OFF"],
  });
  expect(filters.to).toBeUndefined();
});

it("switches one value on and off and keeps the rest of the address", () => {
  const start = new URLSearchParams("q=x&language=de&reveal=1");
  const on = withToggled(start, "flags", "LOW_CONFIDENCE");
  expect(on.toString()).toBe("q=x&language=de&reveal=1&with=low-confidence");
  expect(withToggled(on, "flags", "LOW_CONFIDENCE").toString()).toBe(start.toString());
  expect(withToggled(start, "outcomes", "").getAll("outcome")).toEqual(["none"]);
  expect(withoutFilters(on).toString()).toBe("reveal=1");
});
