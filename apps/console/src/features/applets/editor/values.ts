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
  if (!Array.isArray(value)) return JSON.stringify(value);
  return JSON.stringify(
    value.map(({ id, options, packageVersionId, name }: Step) => [id, options, packageVersionId, name]),
  );
}

/** Edits of two people from the same beginning: what only one of them touched is taken from that one. */
export function merge(before: Values, mine: Values, theirs: Values) {
  const touchedByMe = new Set(changedFields(before, mine));
  const touchedByThem = changedFields(before, theirs);
  const differs = new Set(changedFields(mine, theirs));
  const clashes = touchedByThem.filter((field) => touchedByMe.has(field) && differs.has(field));
  const take = (winner: "mine" | "theirs"): Values => {
    const kept = [...touchedByMe].filter((field) => winner === "mine" || !clashes.includes(field));
    return { ...theirs, ...Object.fromEntries(kept.map((field) => [field, mine[field]])) };
  };
  return { touchedByThem, clashes, take };
}
