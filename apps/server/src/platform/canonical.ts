/** JSON with the keys of every object in one order: equal values, equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value)) ?? "";
}

/** What is in order already is not copied: a million audit entries are looked at one after the other. */
function inOrder(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if ("toJSON" in value && typeof value.toJSON === "function") return inOrder(value.toJSON());
  if (Array.isArray(value)) {
    const items = value.map(inOrder);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const record = value as Record<string, unknown>;
  const keys = Object.keys(record);
  const values = keys.map((key) => inOrder(record[key]));
  const isInOrder = keys.every(
    (key, at) => (at === 0 || (keys[at - 1] ?? "") < key) && values[at] === record[key],
  );
  if (isInOrder) return record;
  const entries = keys.map((key, at): [string, unknown] => [key, values[at]]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
