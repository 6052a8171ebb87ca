// What a client wanted and what it was told, in that order: an intent before the request leaves, an acknowledgement
// after the answer. Whatever happens in between, the ledger and the database can be compared; the file is for people.
import { appendFileSync, writeFileSync } from "node:fs";

export interface Entry {
  readonly id: string;
  readonly kind: string;
  /** Position of the intent; later wishes have larger numbers. */
  readonly at: number;
  /** False: nobody was told that it happened. */
  isAcknowledged: boolean;
}

export interface Ledger {
  intend(id: string, kind: string): void;
  acknowledge(id: string): void;
  entries(kind?: string): Entry[];
  acknowledged(): number;
}

export function openLedger(path: string): Ledger {
  writeFileSync(path, "");
  const write = (...words: string[]) => appendFileSync(path, `${words.join(" ")}\n`);
  const entries = new Map<string, Entry>();
  let acknowledged = 0;
  return {
    intend(id, kind) {
      write("intent", id, kind);
      if (!entries.has(id)) entries.set(id, { id, kind, at: entries.size, isAcknowledged: false });
    },
    acknowledge(id) {
      write("acknowledged", id);
      const entry = entries.get(id);
      if (!entry || entry.isAcknowledged) return;
      entry.isAcknowledged = true;
      acknowledged += 1;
    },
    entries: (kind) => {
      const all = [...entries.values()];
      return kind === undefined ? all : all.filter((entry) => entry.kind === kind);
    },
    acknowledged: () => acknowledged,
  };
}

export interface Verdict {
  lost: number;
  phantom: number;
  double: number;
  torn: number;
}

export const nothingWrong = (): Verdict => ({ lost: 0, phantom: 0, double: 0, torn: 0 });

export function added(...verdicts: readonly Verdict[]): Verdict {
  const sum = nothingWrong();
  for (const verdict of verdicts) {
    sum.lost += verdict.lost;
    sum.phantom += verdict.phantom;
    sum.double += verdict.double;
    sum.torn += verdict.torn;
  }
  return sum;
}

/** `effects` says how often each id was found, and whether what was found is whole. */
export function judge(
  entries: readonly Entry[],
  effects: ReadonlyMap<string, { count: number; isWhole: boolean }>,
): Verdict {
  const verdict = nothingWrong();
  const wanted = new Set(entries.map((entry) => entry.id));
  for (const { id, isAcknowledged } of entries) {
    if (isAcknowledged && !effects.has(id)) verdict.lost += 1;
  }
  for (const [id, { count, isWhole }] of effects) {
    if (!wanted.has(id)) verdict.phantom += 1;
    if (count > 1) verdict.double += 1;
    if (!isWhole) verdict.torn += 1;
  }
  return verdict;
}

/** For what the next write replaces: what is there is the last one acknowledged, or one that was wanted after it. */
export function judgeLast(
  entries: readonly Entry[],
  found: { id: string; isWhole: boolean } | undefined,
): Verdict {
  const verdict = nothingWrong();
  const last = entries.findLast((entry) => entry.isAcknowledged);
  const entry = entries.find(({ id }) => id === found?.id);
  if (found && !found.isWhole) verdict.torn += 1;
  if (found && !entry) verdict.phantom += 1;
  else if (last && (entry?.at ?? -1) < last.at) verdict.lost += 1;
  return verdict;
}
