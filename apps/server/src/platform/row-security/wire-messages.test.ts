import { expect, it } from "vitest";
import { newId } from "../ids.ts";
import { writeValue } from "./wire-messages.ts";

const [one, other] = [newId(), newId()];

it.each([
  ["ids", [one, other], `{${one},${other}}`],
  ["one id", [one], `{${one}}`],
  ["nothing", [], "{}"],
  ["a value that reads like two ids", [`${one},${other}`], `{"${one},${other}"}`],
  ["values that are as long as ids together", [`${one},`, other.slice(1)], `{"${one},","${other.slice(1)}"}`],
  ["ids and nothing", [one, null], `{"${one}",NULL}`],
  ["lists of ids", [[one], [other]], `{{"${one}"},{"${other}"}}`],
  ["words", ['a"b', "c"], String.raw`{"a\"b","c"}`],
])("writes a list of %s", (_, values, written) => {
  expect(writeValue(values)).toBe(written);
});
