import { expect, it } from "vitest";
import { afterSaving, basedOn, changedFields, edited, stillUnsaved, withEdit } from "./edits.ts";

const at = (version: number, name: string, urls: string[] = []) => ({ version, values: { name, urls } });
const first = at(1, "Desk");

it("keeps what was typed while the rest follows what is stored", () => {
  const edits = withEdit({}, first, "name", "Help desk");
  const now = at(2, "Desk", ["https://a.example"]);
  expect(edited(edits, now.values)).toEqual({ name: "Help desk", urls: ["https://a.example"] });
  expect(changedFields(edits, now.values)).toEqual(["name"]);
});

it("is based on the newest version, unless the same field was changed by somebody else", () => {
  const edits = withEdit(withEdit({}, first, "name", "Help"), first, "name", "Help desk");
  expect(basedOn(edits, at(4, "Desk", ["https://a.example"]))).toBe(4);
  expect(basedOn(edits, at(4, "Their desk"))).toBe(1);
  // Typed on after theirs was shown nowhere: it is still theirs that was not seen.
  expect(basedOn(withEdit(edits, at(4, "Their desk"), "name", "Our desk"), at(4, "Their desk"))).toBe(1);
});

it("forgets what was saved, so that a later change by others is shown", () => {
  const edits = withEdit({}, first, "urls", ["https://a.example"]);
  expect(changedFields(edits, at(2, "Desk", ["https://a.example"]).values)).toEqual([]);
  const after = stillUnsaved(edits, at(2, "Desk", ["https://a.example"]).values);
  expect(edited(after, at(3, "Desk", ["https://b.example"]).values).urls).toEqual(["https://b.example"]);
});

it("typed back to what is stored is no change", () => {
  const edits = withEdit(withEdit({}, first, "name", "x"), first, "name", "Desk");
  expect(changedFields(edits, first.values)).toEqual([]);
});

it("counts what was saved as stored, however the server wrote it, and goes on with what was typed on", () => {
  const sent = withEdit(withEdit({}, first, "name", "Help desk "), first, "urls", ["HTTPS://A.example"]);
  const now = at(2, "Help desk", ["https://a.example/"]);
  expect(afterSaving(sent, sent, now)).toEqual({});
  const typedOn = afterSaving(withEdit(sent, first, "name", "Help desk 2"), sent, now);
  expect(edited(typedOn, now.values)).toEqual({ name: "Help desk 2", urls: ["https://a.example/"] });
  expect(basedOn(typedOn, now)).toBe(2);
  // Begun after sending: still what it was typed over.
  const begun = afterSaving(withEdit({}, first, "name", "x"), {}, now);
  expect(basedOn(begun, now)).toBe(1);
});
