// Steps that are ready while the database is busy with others go there together: one trip and one wait for the disk
// for all of them. A step alone is written at once. Nobody is told that a step is written before it is on disk.
import type pg from "pg";
import { renewedName } from "#platform/renewed-name.ts";
import { commitStatement, type Committed, committedOf, type Step, stepsAsJson } from "./commit.ts";

interface Waiting {
  readonly step: Step;
  readonly resolve: (committed: Committed | undefined) => void;
  readonly reject: (error: unknown) => void;
}

const mostTogether = 64;
const mostUnderWay = 3;
// A statement costs the database several times what a step in it does (decisions 125 and 221): another one beside the
// first must carry enough, or the first must be stuck.
const worthAnother = 14;
const longestPatienceMs = 20;

/** Answers undefined when somebody else moved the conversation first: read it again and decide anew. */
export type CommitQueue = (step: Step) => Promise<Committed | undefined>;

export function createCommitQueue(pool: Pick<pg.Pool, "query">): CommitQueue {
  const statementName = renewedName("commit-conversations");
  let waiting: Waiting[] = [];
  const underWay = new Set<string>();
  let flights = 0;
  let isPlanned = false;
  let patience: NodeJS.Timeout | undefined;

  /** At most one step of a conversation at a time: two in one statement would be one update and one lost step. */
  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    for (const each of waiting) {
      const { id } = each.step.draft.conversation;
      const isFree = batch.length < mostTogether && !underWay.has(id);
      if (isFree) underWay.add(id);
      (isFree ? batch : later).push(each);
    }
    waiting = later;
    return batch;
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      const { rows } = await pool.query<{ id: string; at: Date }>({
        name: statementName(),
        text: commitStatement,
        values: [stepsAsJson(batch.map(({ step }) => step))],
      });
      const moved = new Map(rows.map(({ id, at }) => [id, at]));
      for (const { step, resolve } of batch) {
        const at = moved.get(step.draft.conversation.id);
        resolve(at && committedOf(step.draft, at));
      }
    } catch (error) {
      // Nothing of the statement was written. Who was not at fault must not suffer: each by itself.
      if (batch.length > 1) await Promise.all(batch.map((each) => write([each])));
      else batch[0]?.reject(error);
    }
  }

  function fly(isOverdue = false): void {
    isPlanned = false;
    while (flights < mostUnderWay && waiting.length >= (flights === 0 || isOverdue ? 1 : worthAnother)) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      flights += 1;
      void write(batch).finally(() => {
        flights -= 1;
        for (const { step } of batch) underWay.delete(step.draft.conversation.id);
        fly();
      });
    }
    if (flights < mostUnderWay && waiting.length > 0) patience ??= setTimeout(flyAnyway, longestPatienceMs);
  }

  function flyAnyway(): void {
    patience = undefined;
    fly(true);
  }

  return (step) =>
    new Promise((resolve, reject) => {
      waiting.push({ step, resolve, reject });
      if (isPlanned) return;
      isPlanned = true;
      // What other sockets have already sent gets its chance to come along.
      setImmediate(() => fly());
    });
}
