import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  beginDraft,
  type DraftEvent,
  type DraftState,
  nextDraft,
  partOf,
  partToSave,
} from "./draft-state.ts";
import { blank, type Step, steps, World } from "./draft-world.ts";
import type { Stored, VersionValues } from "./version-values.ts";

const stored = (version: number, part: Partial<VersionValues>, who = "Ben"): Stored => ({
  version,
  values: { ...blank, ...part },
  changedBy: new Map(Object.keys(part).map((name) => [name, who])),
});
const begun = () => beginDraft(stored(1, {}));
const after = (state: DraftState, ...events: DraftEvent[]) => events.reduce(nextDraft, state);
const at = new Date();

test("what only the other changed is taken over and named, what only I changed stays", () => {
  const draft = after(
    begun(),
    { type: "typed", part: { tone: "concise" } },
    { type: "heard", stored: stored(2, { supervisorName: "Nora" }) },
  );
  expect(draft.values).toMatchObject({ tone: "concise", supervisorName: "Nora" });
  expect(draft.fromOthers).toEqual([{ who: "Ben", fields: ["supervisorName"] }]);
  expect(draft.clashes).toEqual([]);
  expect(partToSave(draft)).toEqual({ tone: "concise" });
});

test("a field both changed is mine until somebody decides, and only the others are saved meanwhile", () => {
  const both = after(
    begun(),
    { type: "typed", part: { tone: "concise", note: "n" } },
    { type: "heard", stored: stored(2, { tone: "playful" }) },
  );
  expect(both.values.tone).toBe("concise");
  expect(both.clashes).toEqual([{ name: "tone", who: "Ben" }]);
  expect(partToSave(both)).toEqual({ note: "n" });
  // Another question does not answer the first.
  const more = after(both, { type: "heard", stored: stored(3, { tone: "playful", note: "m" }) });
  expect(more.clashes.map((clash) => clash.name)).toEqual(["tone", "note"]);
  const mine = after(more, { type: "decided", name: "tone", isMine: true });
  expect(partToSave(mine)).toEqual({ tone: "concise" });
  const theirs = after(mine, { type: "decided", name: "note", isMine: false });
  expect(theirs.values.note).toBe("m");
});

test("the same change on both sides is no question", () => {
  const same = {
    tools: [{ name: "t", description: "d", method: "GET", url: "u", parameters: { a: 1, b: 2 } }],
  };
  const sorted = { tools: [{ ...same.tools[0]!, parameters: { b: 2, a: 1 } }] };
  const draft = after(begun(), { type: "typed", part: same }, { type: "heard", stored: stored(2, sorted) });
  expect(draft.clashes).toEqual([]);
});

describe("one's own save", () => {
  const typed = after(begun(), { type: "typed", part: { tone: "one " } });
  const saving = { version: 1, part: { tone: "one " } };
  const sent = after(typed, { type: "sent", saving });
  const own = stored(2, { tone: "one" }, "Ada");

  test("heard of before its answer, and typed on: nobody is asked", () => {
    const draft = after(
      sent,
      { type: "typed", part: { tone: "one two" } },
      { type: "heard", stored: own },
      { type: "answered", saving, stored: own, at },
    );
    expect(draft.clashes).toEqual([]);
    expect(draft.fromOthers).toEqual([]);
    expect(partToSave(draft)).toEqual({ tone: "one two" });
  });

  test("brings the trimmed text to the page when nothing was typed since", () => {
    const draft = after(sent, { type: "answered", saving, stored: own, at });
    expect(draft.values.tone).toBe("one");
    expect(draft.savedAt).toBe(at);
  });

  test("its answer also brings what a colleague stored before it", () => {
    const answer = { ...stored(3, { tone: "one", note: "b" }), changedBy: new Map([["note", "Ben"]]) };
    const draft = after(sent, { type: "answered", saving, stored: answer, at });
    expect(draft.values.note).toBe("b");
    expect(draft.fromOthers).toEqual([{ who: "Ben", fields: ["note"] }]);
  });

  test("a colleague who wrote over it before its answer came is asked about when one typed on", () => {
    const over = stored(3, { tone: "theirs" });
    const untouched = after(
      sent,
      { type: "heard", stored: over },
      { type: "answered", saving, stored: own, at },
    );
    expect(untouched.values.tone).toBe("theirs");
    expect(untouched.clashes).toEqual([]);
    const typedOn = after(
      sent,
      { type: "typed", part: { tone: "one two" } },
      { type: "answered", saving, stored: over, at },
    );
    expect(typedOn.clashes).toEqual([{ name: "tone", who: "Ben" }]);
  });

  test("whose answer was lost is known again when it is heard of, and the failure is over", () => {
    const lost = after(sent, {
      type: "failed",
      saving,
      problems: [{ message: "Parley cannot be reached." }],
      isUnreachable: true,
    });
    expect(lost.problems).toHaveLength(1);
    // Others' news is no end of the failure.
    const news = after(lost, { type: "heard", stored: stored(2, { note: "b" }) });
    expect(news.problems).toHaveLength(1);
    expect(news.isUnreachable).toBe(true);
    const typedOn = after(lost, { type: "typed", part: { tone: "one two" } }, { type: "heard", stored: own });
    expect(typedOn.clashes).toEqual([]);
    expect(typedOn.problems).toHaveLength(1);
    const known = after(lost, { type: "heard", stored: own });
    expect(known).toMatchObject({ problems: [], isUnreachable: false, values: { tone: "one" } });
  });

  test("given up on and answered late is no question either", () => {
    const draft = after(
      sent,
      { type: "failed", saving, problems: [{ message: "No answer." }], isUnreachable: true },
      { type: "typed", part: { tone: "one two" } },
      { type: "answered", saving, stored: own, at },
    );
    expect(draft.clashes).toEqual([]);
    expect(draft.stored.version).toBe(2);
  });
});

describe("a refusal", () => {
  const saving = { version: 1, part: { llmCredentialId: "c" } };
  const refused = after(
    begun(),
    { type: "typed", part: saving.part },
    { type: "sent", saving },
    {
      type: "failed",
      saving,
      problems: [{ field: "temperature", message: "Too hot." }],
      isUnreachable: false,
    },
  );

  test("stays in sight, and the same is not sent again by itself", () => {
    expect(refused.problems).toHaveLength(1);
    expect(partToSave(refused)).toBeUndefined();
    expect(partOf(refused, () => true)).toEqual(saving.part);
    const more = after(refused, { type: "typed", part: { note: "n" } });
    expect(partToSave(more)).toEqual({ ...saving.part, note: "n" });
    expect(more.problems).toHaveLength(1);
  });

  test("is over once the field it was about is as stored", () => {
    const back = after(refused, { type: "typed", part: { llmCredentialId: null } });
    expect(back.problems).toEqual([]);
  });

  test("of one field keeps the others saving, and its complaint stays", () => {
    const long = { version: 1, part: { tone: "long", note: "n" } };
    const complained = after(
      begun(),
      { type: "typed", part: long.part },
      { type: "sent", saving: long },
      {
        type: "failed",
        saving: long,
        problems: [{ field: "tone", message: "Too long." }],
        isUnreachable: false,
      },
    );
    const rest = { version: 1, part: { note: "n" } };
    expect(partToSave(complained)).toEqual(rest.part);
    const draft = after(
      complained,
      { type: "sent", saving: rest },
      { type: "answered", saving: rest, stored: stored(2, rest.part, "Ada"), at },
    );
    expect(draft.problems).toEqual([{ field: "tone", message: "Too long." }]);
    expect(after(draft, { type: "typed", part: { tone: "short" } }).problems).toEqual([]);
  });
});

test("in every order of what can happen nobody is asked about their own words and nothing is lost", ({
  task,
}) => {
  let cases = 0;
  const walk = (path: readonly Step[]): void => {
    for (const step of steps) {
      const world = new World();
      // Begins with something on its way.
      for (const done of ["type tone", "send", ...path] as const) world.do(done);
      if (!world.do(step)) continue;
      const tried = [...path, step];
      cases++;
      if (tried.length < 4) walk(tried);
      world.settle();
      if (world.faults.length > 0) expect.fail(`${tried.join(", ")}: ${world.faults.join("; ")}`);
    }
  };
  walk([]);
  Object.assign(task.meta, { cases });
  expect(cases).toBeGreaterThan(1_000);
});

test("nor in long disorder", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...steps), { maxLength: 60, size: "max" }), (disorder) => {
      const world = new World();
      for (const step of disorder) world.do(step);
      world.settle();
      expect(world.faults).toEqual([]);
    }),
    { numRuns: 600 },
  );
});
