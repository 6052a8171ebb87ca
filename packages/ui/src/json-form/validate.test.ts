import { expect, test } from "vitest";
import { resolved, startingValue } from "./schema.ts";
import type { Schema } from "./schema.ts";
import { validate } from "./validate.ts";

const schema: Schema = {
  type: "object",
  required: ["name", "kind"],
  properties: {
    name: { type: "string", title: "Name", minLength: 2, default: "Popup" },
    address: { type: "string", format: "uri" },
    delay: { type: "integer", minimum: 0, maximum: 60 },
    kind: { enum: ["popup", "banner"] },
    tags: { type: "array", items: { type: "string" }, uniqueItems: true, maxItems: 2 },
    trigger: { $ref: "#/$defs/trigger" },
  },
  $defs: {
    trigger: {
      oneOf: [
        {
          type: "object",
          required: ["seconds"],
          properties: { kind: { const: "time" }, seconds: { type: "number" } },
        },
        { type: "object", properties: { kind: { const: "leave" } } },
      ],
    },
  },
};

const messages = (value: unknown) =>
  validate(schema, value).map(({ path, message }) => `${path.join(".")}: ${message}`);

test.each([
  [{ name: "Chat", kind: "popup" }, []],
  [{}, ["name: Name is needed.", "kind: Kind is needed."]],
  [{ name: "x", kind: "popup" }, ["name: At least 2 characters."]],
  [{ name: "Chat", kind: "toast" }, ["kind: Choose one of the list."]],
  [
    { name: "Chat", kind: "popup", address: "nowhere" },
    ["address: Give a full address, such as https://example.org."],
  ],
  [{ name: "Chat", kind: "popup", delay: 1.5 }, ["delay: Must be a whole number."]],
  [{ name: "Chat", kind: "popup", delay: 61 }, ["delay: At most 60."]],
  [{ name: "Chat", kind: "popup", tags: ["a", "a", "b"] }, ["tags: At most 2.", "tags: Each only once."]],
  [{ name: "Chat", kind: "popup", tags: [1] }, ["tags.0: Must be text."]],
  [{ name: "Chat", kind: "popup", trigger: { kind: "leave" } }, []],
  [{ name: "Chat", kind: "popup", trigger: { kind: "time", seconds: 5 } }, []],
  [{ name: "Chat", kind: "popup", trigger: { kind: "time" } }, ["trigger.seconds: Seconds is needed."]],
  ["text", [": Must be a group of fields."]],
])("%j", (value, expected) => {
  expect(messages(value)).toEqual(expected);
});

test("starts from defaults and constants only", () => {
  expect(startingValue(schema, schema)).toEqual({ name: "Popup", tags: [], trigger: { kind: "time" } });
});

test("a reference to itself does not hang", () => {
  const root: Schema = { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } } };
  expect(resolved(root, root)).toEqual({});
});
