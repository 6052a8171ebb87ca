import { expect, it } from "vitest";
import { optionProblems } from "./json-schema.ts";

it("says in plain words what is wrong with an option", () => {
  const schema = {
    type: "object",
    properties: {
      path: { type: "string", maxLength: 5 },
      code: { type: "string", minLength: 1 },
      seconds: { type: "integer", minimum: 1, maximum: 60 },
      urls: { type: "array", maxItems: 1 },
      mail: { type: "string", format: "email" },
      kind: { enum: ["a", "b"] },
      queue: { type: "string" },
    },
    required: ["queue"],
    additionalProperties: false,
  };
  const options = {
    path: "tickets",
    code: "",
    seconds: 0,
    urls: [1, 2],
    mail: "nobody",
    kind: "c",
    other: 1,
  };
  const said = (given: unknown) =>
    Object.fromEntries(
      optionProblems({ id: JSON.stringify(given), schema }, given, "options").map(({ field, message }) => [
        field,
        message,
      ]),
    );
  expect(said(options)).toEqual({
    "options.queue": "This is needed.",
    "options.other": "There is no such option.",
    "options.path": "Use at most 5 characters.",
    "options.code": "Use at least 1 character.",
    "options.seconds": "Use 1 or more.",
    "options.urls": "Give at most 1 entry.",
    "options.mail": "This is not an e-mail address.",
    "options.kind": "Choose one of: a, b.",
  });
  expect(said({ queue: 7, seconds: "soon" })).toEqual({
    "options.queue": "This must be text.",
    "options.seconds": "This must be a whole number.",
  });
});
