import { expect, test } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import { readAnswer } from "./answers.ts";

const nlu = {
  intent: "",
  score: 1,
  entities: [
    { name: "city", value: "Rome" },
    { name: "date", value: "2026-12-24" },
  ],
};

test.each<[JsonObject, string, Json]>([
  [{ type: "text" }, "  Ada ", "Ada"],
  [{ type: "text", pattern: "^\\d{4}$" }, "1234", "1234"],
  [{ type: "number", min: 1, max: 9 }, "2,5", 2.5],
  [{ type: "number" }, "-3", -3],
  [{ type: "email" }, "ada@example.co.uk", "ada@example.co.uk"],
  [{ type: "phone" }, "+49 (30) 123-456", "+4930123456"],
  [{ type: "date" }, "2026-2-3", "2026-02-03"],
  [{ type: "date" }, "24.12.2026", "2026-12-24"],
  [{ type: "date" }, "on christmas eve", "2026-12-24"],
  [{ type: "url" }, "https://example.com/a?b", "https://example.com/a?b"],
  [{ type: "yes-no" }, "Yes!", true],
  [{ type: "yes-no" }, "no thanks", false],
  [{ type: "entity", entity: "city" }, "from the eternal city", "Rome"],
])("%j takes %s", (input, text, value) => {
  expect(readAnswer(text, input, nlu)).toEqual({ ok: true, value });
});

test.each<[JsonObject, string, string]>([
  [{ type: "text" }, "   ", "Please write an answer."],
  [{ type: "text", minLength: 3 }, "ab", "Please write at least 3 characters."],
  [{ type: "text", maxLength: 3 }, "abcd", "Please write at most 3 characters."],
  [{ type: "text", pattern: "^\\d+$" }, "abc", "That does not have the form I need."],
  [{ type: "number" }, "two", "Please give a number."],
  [{ type: "number", min: 5 }, "4", "Please give a number of at least 5."],
  [{ type: "number", max: 5 }, "6", "Please give a number of at most 5."],
  [{ type: "email" }, "ada@", "Please give an e-mail address, such as name@example.com."],
  [{ type: "email" }, "a b@example.com", "Please give an e-mail address, such as name@example.com."],
  [{ type: "phone" }, "12", "Please give a phone number."],
  [{ type: "date" }, "2026-02-30", "Please give a date, such as 2026-11-15."],
  [{ type: "url" }, "javascript:alert(1)", "Please give a web address that starts with https://."],
  [{ type: "yes-no" }, "perhaps", "Please answer yes or no."],
  [{ type: "entity", entity: "city" }, "Rome", "I could not find that in your answer."],
])("%j does not take %s", (input, text, message) => {
  expect(readAnswer(text, input, null)).toEqual({ ok: false, message });
});
