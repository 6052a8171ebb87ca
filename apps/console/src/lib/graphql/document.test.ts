import { stringifyDocument } from "@urql/core";
import { expect, test } from "vitest";
import { documentFor } from "./document.ts";

test("an operation carries the fragments it spreads, whatever the order they were written in", () => {
  const operation = documentFor("query Whole { project { ...Card } }");
  documentFor("fragment Card on Project { id owner { ...Face } }");
  documentFor("fragment Face on User { id picture }");
  documentFor("fragment Unused on User { id }");
  const text = stringifyDocument(operation);
  expect(text).toContain("fragment Card on Project");
  expect(text).toContain("fragment Face on User");
  expect(text).not.toContain("Unused");
  expect(text.match(/fragment Card/gu)).toHaveLength(1);
});

test("the same text is the same document, so that the cache knows it again", () => {
  expect(documentFor("query Once { id }")).toBe(documentFor("query Once { id }"));
});

test("a fragment nobody wrote is named", () => {
  const operation = documentFor("query Lost { project { ...Nowhere } }");
  expect(() => stringifyDocument(operation)).toThrow("No fragment Nowhere");
});
