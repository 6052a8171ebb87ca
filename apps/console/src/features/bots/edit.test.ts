import { describe, expect, it } from "vitest";
import { afterSaving, basisOf, type Edit, inSight, isUnsaved, type Stored } from "./edit.ts";

/** Each content is its own hash. */
const stored = (content: string): Stored => ({ content, sha256: content });
const typed = (content: string, before: Edit | undefined, page: Stored): Edit => ({
  content,
  ...basisOf(inSight(before, page), page, false),
});

describe("words typed over a stored file", () => {
  const first = typed("b", undefined, stored("a"));

  it("are unsaved until they are what is stored", () => {
    expect(first).toEqual({ content: "b", basedOn: "a" });
    expect(isUnsaved(inSight(first, stored("a")))).toBe(true);
    expect(inSight(typed("a", first, stored("a")), stored("a"))).toBeUndefined();
  });

  it("stay in sight when they are saved and the page has not read them yet, and the next ones go on from there", () => {
    const saved = afterSaving(first, first, "b", stored("a"));
    const shown = inSight(saved, stored("a"));
    expect([shown?.content, isUnsaved(shown)]).toEqual(["b", false]);
    expect(typed("bc", saved, stored("a"))).toMatchObject({ content: "bc", basedOn: "b" });
  });

  it("that were typed while others were saved are unsaved, and based on those", () => {
    const more = typed("bc", first, stored("a"));
    const kept = afterSaving(more, first, "b", stored("a"));
    expect(kept).toEqual({ content: "bc", basedOn: "b" });
    // Before and after the page has read what was saved.
    for (const page of [stored("a"), stored("b")]) {
      expect(isUnsaved(inSight(kept, page))).toBe(true);
      expect(typed("bcd", kept, page).basedOn).toBe("b");
    }
  });

  it("give way to what somebody else stored after they were saved, and only then", () => {
    const saved = afterSaving(first, first, "b", stored("a"));
    expect(inSight(saved, stored("from a colleague"))).toBeUndefined();
    const page = stored("from a colleague");
    expect(isUnsaved(inSight(first, page))).toBe(true);
    // Refused when it is saved, because it is based on what is no longer there.
    expect(typed("bc", first, page).basedOn).toBe("a");
  });

  it("that were discarded while they were saved do not come back", () => {
    expect(afterSaving(undefined, first, "b", stored("a"))).toBeUndefined();
  });
});

it("keeps what was typed back to the old text while something else is saved", () => {
  const [old, saved] = [
    { content: "old", sha256: "1" },
    { content: "new", sha256: "2" },
  ];
  const sent = { content: "new", basedOn: "1" };
  const back = inSight({ content: "old", ...basisOf(sent, old, true) }, old);
  const afterwards = inSight(afterSaving(back, sent, "2", old), old);
  expect(inSight(afterwards, saved)).toMatchObject({ content: "old", basedOn: "2" });
  expect(isUnsaved(afterwards)).toBe(true);

  // Saved already, and the page has not read it yet.
  const late = { content: "old", ...basisOf(afterSaving(sent, sent, "2", old), old, false) };
  expect(inSight(inSight(late, old), saved)).toMatchObject({ content: "old", basedOn: "2" });

  expect(inSight({ content: "old", ...basisOf(sent, old, false) }, old)).toBeUndefined();
});
