// What the editor holds, and how two people's edits of the same applet come together.
import { writtenCondition } from "../condition/condition-field.tsx";
import type { Step } from "./steps.ts";

export type Values = {
  name: string;
  description: string;
  status: "DRAFT" | "ACTIVE" | "PAUSED";
  appletVersionId: string;
  options: unknown;
  triggers: readonly Step[];
  /** As it is written: half-typed code is kept too. */
  condition: string;
  actions: readonly Step[];
};
export type Field = keyof Values;

const fields: readonly Field[] = [
  "name",
  "description",
  "status",
  "appletVersionId",
  "options",
  "triggers",
  "condition",
  "actions",
];

type Stored = Omit<Values, "condition"> & { condition: { options: unknown } };

export function valuesOf(instance: Stored): Values {
  const { name, description, status, appletVersionId, options, triggers, actions } = instance;
  const condition = writtenCondition(instance.condition.options);
  return { name, description, status, appletVersionId, options, triggers, actions, condition };
}

export function changedFields(before: Values, after: Values): Field[] {
  return fields.filter((field) => meaning(before[field]) !== meaning(after[field]));
}

/** Where and when a step will run is told by the server, not edited. */
function meaning(value: Values[Field]): string {
  return JSON.stringify(Array.isArray(value) ? value.map(stepMeaning) : value);
}

function stepMeaning({ id, options, packageVersionId, name }: Step): unknown {
  return [id, options, packageVersionId, name];
}

export type Winner = "mine" | "theirs";

/** Something both changed, in different ways: a part of the applet, or one of its triggers or actions. */
export type Clash = {
  key: string;
  field: Field;
  /** The name of the step, where it is about one. */
  step?: string;
  mine: unknown;
  theirs: unknown;
};

/** Edits of two people from the same beginning: what only one of them touched is taken from that one. */
export function merge(before: Values, mine: Values, theirs: Values) {
  const touchedByMe = new Set(changedFields(before, mine));
  const touchedByThem = changedFields(before, theirs);
  const differs = new Set(changedFields(mine, theirs));
  const triggers = mergeSteps("triggers", before.triggers, mine.triggers, theirs.triggers);
  const actions = mergeSteps("actions", before.actions, mine.actions, theirs.actions);
  const plain = touchedByThem.filter(
    (field) => field !== "triggers" && field !== "actions" && touchedByMe.has(field) && differs.has(field),
  );
  const clashes: Clash[] = [
    ...plain.map((field) => ({ key: field, field, mine: mine[field], theirs: theirs[field] })),
    ...triggers.clashes,
    ...actions.clashes,
  ];
  const take = (winnerOf: (key: string) => Winner): Values => {
    const kept = [...touchedByMe].filter((field) => !plain.includes(field) || winnerOf(field) === "mine");
    return {
      ...theirs,
      ...Object.fromEntries(kept.map((field) => [field, mine[field]])),
      triggers: triggers.take(winnerOf),
      actions: actions.take(winnerOf),
    };
  };
  return { touchedByThem, clashes, take };
}

type Steps = readonly Step[];

/** Step by step: what either of them added stays, what either removed goes unless the other changed it. */
function mergeSteps(field: "triggers" | "actions", before: Steps, mine: Steps, theirs: Steps) {
  const known = stepsById(before);
  const [ofMe, ofThem] = [stepsById(mine), stepsById(theirs)];
  const differ = (a: Step | undefined, b: Step | undefined) =>
    JSON.stringify(a && stepMeaning(a)) !== JSON.stringify(b && stepMeaning(b));
  const isClash = (id: string) =>
    differ(known.get(id), ofMe.get(id)) &&
    differ(known.get(id), ofThem.get(id)) &&
    differ(ofMe.get(id), ofThem.get(id));
  const clashes = [...known.values()].flatMap((step): Clash[] => {
    const id = step.id ?? "";
    if (!isClash(id)) return [];
    const shown = (from: Step | undefined) => from && { name: from.name, options: from.options };
    return [{ key: id, field, step: step.name, mine: shown(ofMe.get(id)), theirs: shown(ofThem.get(id)) }];
  });
  const isSameOrder = orderOf(theirs, known) === orderOf(before, ofThem);
  const take = (winnerOf: (key: string) => Winner): Steps => {
    const chosen = (id: string): Step | undefined => {
      if (!known.has(id)) return ofThem.get(id);
      const isMine = isClash(id) ? winnerOf(id) === "mine" : differ(known.get(id), ofMe.get(id));
      const step = (isMine ? ofMe : ofThem).get(id);
      // What they removed and I keep is a new step to the server.
      return step && ofThem.has(id) ? step : withoutId(step);
    };
    // Who moved steps says the order; where both did, whoever saved first.
    const [first, second] = isSameOrder ? [mine, theirs] : [theirs, mine];
    const ids = new Set([...first, ...second].flatMap(({ id }) => id ?? []));
    return [...[...ids].flatMap((id) => chosen(id) ?? []), ...mine.filter((step) => !step.id)];
  };
  return { clashes, take };
}

function withoutId(step: Step | undefined): Step | undefined {
  if (!step) return undefined;
  const { id: _id, webhook: _webhook, nextRunAt: _nextRunAt, ...rest } = step;
  return rest;
}

function stepsById(steps: Steps): ReadonlyMap<string, Step> {
  return new Map(steps.flatMap((step) => (step.id ? [[step.id, step] as const] : [])));
}

function orderOf(steps: Steps, among: ReadonlyMap<string, Step>): string {
  return steps.flatMap(({ id }) => (id && among.has(id) ? id : [])).join(" ");
}
