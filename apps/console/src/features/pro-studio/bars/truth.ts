// How far apart the flow on screen, the synced one and the validated one are, and what to do next.
import { problemFromText } from "@parley/flow";
import type { FlowRecord } from "../saving/flow-api-types.ts";
import type { HistoryEntry } from "../store/editor-store.ts";

export interface Stage {
  readonly at: string | null;
  readonly hash: number | null;
  readonly isCurrent: boolean;
  /** Edits made since; null when that is longer ago than the history goes. */
  readonly editsSince: number | null;
}

export interface Truth {
  readonly hash: number;
  readonly synced: Stage;
  readonly validated: Stage;
  readonly errors: number;
  readonly warnings: number;
  readonly next: NextStep;
}

/** The one thing to do now. */
export type NextStep = "retry" | "settle" | "save" | "fix-sync" | "sync" | "validate" | "fix" | "publish";

interface Saving {
  readonly phase: "saved" | "waiting" | "saving" | "failed";
  readonly conflicts: number;
}

export function truthOf(
  hash: number,
  past: readonly HistoryEntry[],
  record: FlowRecord,
  saving: Saving,
): Truth {
  const stage = (at: string | null, stored: number | null): Stage => ({
    at,
    hash: stored,
    isCurrent: stored === hash,
    editsSince: stored === null ? null : editsSince(past, hash, stored),
  });
  const synced = stage(record.syncedAt, record.syncedHash);
  const validated = stage(record.validatedAt, record.validatedHash);
  const messages = record.validationMessages.map(problemFromText);
  const errors = messages.filter((message) => message.severity === "error").length;
  return {
    hash,
    synced,
    validated,
    errors,
    warnings: messages.filter((message) => message.severity === "warning").length,
    next: nextStep(saving, synced, validated, errors, record.syncErrors.length),
  };
}

function nextStep(
  saving: Saving,
  synced: Stage,
  validated: Stage,
  errors: number,
  syncErrors: number,
): NextStep {
  if (saving.conflicts > 0) return "settle";
  if (saving.phase === "failed") return "retry";
  if (saving.phase !== "saved") return "save";
  if (!synced.isCurrent) return "sync";
  if (syncErrors > 0) return "fix-sync";
  if (!validated.isCurrent) return "validate";
  return errors > 0 ? "fix" : "publish";
}

/** Counted back through the history until the flow had the given hash; moving boxes does not count. */
export function editsSince(past: readonly HistoryEntry[], hash: number, wanted: number): number | null {
  let current = hash;
  let count = 0;
  for (let i = past.length - 1; i >= 0 && current !== wanted; i--) {
    const entry = past[i];
    if (!entry || entry.hashBefore === entry.hashAfter) continue;
    count++;
    current = entry.hashBefore;
  }
  return current === wanted ? count : null;
}

/** Eight hexadecimal digits, easier to compare at a glance than a signed number. */
export function shortHash(hash: number | null): string {
  return hash === null ? "–" : (hash >>> 0).toString(16).padStart(8, "0");
}
