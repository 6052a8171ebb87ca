import { expect, test } from "vitest";
import { placeUrl } from "./file-place.ts";

test("a place is opened where it is edited best, at its line", () => {
  expect(placeUrl("intents/a b.txt", 3)).toBe("?tab=intents&file=intents%2Fa+b.txt&line=3");
  expect(placeUrl("scripts/x.js", 2)).toBe("?tab=scripts&file=scripts%2Fx.js&line=2");
  expect(placeUrl("flow.json", 40)).toBe("?tab=files&file=flow.json&line=40");
  expect(placeUrl("flow.json", 40, "menu")).toBe("?tab=flow&node=menu");
  expect(placeUrl("config.json", null)).toBe("?tab=files&file=config.json");
  expect(placeUrl("slots/book.json", 4)).toBe("?tab=intents&file=intents%2Fbook.txt#slots");
  expect(placeUrl("answers/book.txt", 1)).toBe("?tab=intents&file=intents%2Fbook.txt#answers");
});
