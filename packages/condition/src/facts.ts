/** What is known when a condition is decided: a tree of plain JSON. */
export type Facts = Readonly<Record<string, unknown>>;

/** Looks only at what the tree holds itself, never at what JavaScript objects inherit. */
export function factAt(facts: Facts, path: string): unknown {
  let value: unknown = facts;
  for (const key of path.split(".")) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
