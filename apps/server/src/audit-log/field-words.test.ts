import { expect, test } from "vitest";
import { fieldWords } from "./field-words.ts";

test("says fields as people do, each once", () => {
  expect(fieldWords(["name", "generalSettings", "accountManagerId", "accountIconId"])).toBe(
    "name, general settings, account manager, account icon",
  );
  expect(fieldWords(["userIcon", "userIconId"])).toBe("user icon");
});
