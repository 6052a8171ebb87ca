// What a client wanted and what it was told, on disk in that order: an intent before the request leaves, an
// acknowledgement after the answer. Whatever happens in between, the two files of truth can be compared.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";

export interface Entry {
  readonly id: string;
  readonly kind: string;
  /** Position of the intent; later wishes have larger numbers. */
  readonly at: number;
  /** Undefined: nobody was told that it happened. */
  acknowledged: number | undefined;
}

export interface Ledger {
  intend(id: string, kind: string): void;
  acknowledge(id: string): void;
  entries(kind?: string): Entry[];
}

export function openLedger(path: string): Ledger {
  writeFileSync(path, "");
  const write = (...words: string[]) => appendFileSync(path, `${words.join(" ")}\n`);
  return {
    intend: (id, kind) => write("intent", id, kind),
    acknowledge: (id) => write("acknowledged", id),
    entries: (kind) => {
      const all = readLedger(path);
      return kind === undefined ? all : all.filter((entry) => entry.kind === kind);
    },
  };
}

function readLedger(path: string): Entry[] {
  const entries = new Map<string, Entry>();
  const lines = readFileSync(path, "utf8").split("\n");
  for (const [at, line] of lines.entries()) {
    const [word, id = "", kind = ""] = line.split(" ");
    const known = entries.get(id);
    if (word === "intent" && !known) entries.set(id, { id, kind, at, acknowledged: undefined });
    if (word === "acknowledged" && known) known.acknowledged ??= at;
  }
  return [...entries.values()];
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
  for (const { id, acknowledged } of entries) {
    if (acknowledged !== undefined && !effects.has(id)) verdict.lost += 1;
  }
  for (const [id, { count, isWhole }] of effects) {
    if (!wanted.has(id)) verdict.phantom += 1;
    if (count > 1) verdict.double += 1;
    if (!isWhole) verdict.torn += 1;
  }
  return verdict;
}
