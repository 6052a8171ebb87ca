import type { DiffField } from "@parley/ui/diff-view";

/** Every field that either side names, with its label in words. */
export function changedValues(before: unknown, after: unknown): DiffField[] {
  const left = asRecord(before);
  const right = asRecord(after);
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return names.map((name) => ({ label: words(name), before: left[name], after: right[name] }));
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

/** "firstName" reads "First name"; what is no such name, as "roles in Help centre", stays as it is. */
function words(name: string): string {
  const spaced = name
    .replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/[_-]/gu, " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
