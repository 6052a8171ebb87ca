import type { Bed } from "./bed.ts";
import type { Verdict } from "./ledger.ts";

export interface FaultResult extends Verdict {
  readonly rounds: number;
  /** From the end of the fault to the first good answer, the slowest of all rounds. */
  readonly recoveryMs: number | undefined;
  /** Every other promise of the row that did not hold, in a sentence. */
  readonly broken: readonly string[];
  /** Figures worth printing. */
  readonly notes: readonly string[];
}

export interface Fault {
  readonly id: string;
  readonly title: string;
  run(bed: Bed): Promise<FaultResult>;
}

/** What a test wants to see. */
export const nothingHappened = { lost: 0, phantom: 0, double: 0, torn: 0, broken: [] };

export function passed(result: FaultResult): boolean {
  const { lost, phantom, double, torn } = result;
  return lost + phantom + double + torn === 0 && result.broken.length === 0;
}
