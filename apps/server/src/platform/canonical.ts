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
  let changed: Map<string, unknown> | undefined;
  let isInOrder = true;
  let last = "";
  for (const key of keys) {
    const inner = record[key];
    if (inner !== null && typeof inner === "object") {
      const ordered = inOrder(inner);
      if (ordered !== inner) changed = (changed ?? new Map<string, unknown>()).set(key, ordered);
    }
    if (key < last) isInOrder = false;
    last = key;
  }
  if (isInOrder && !changed) return record;
  const ordered: Record<string, unknown> = {};
  for (const key of keys.toSorted()) {
    const inner = changed?.has(key) ? changed.get(key) : record[key];
    if (key !== "__proto__") ordered[key] = inner;
    else Object.defineProperty(ordered, key, { value: inner, enumerable: true });
  }
  return ordered;
}
