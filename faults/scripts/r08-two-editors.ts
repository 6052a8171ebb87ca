// Two administrators edit the same things at the same time, in random orders: changes of sets all hold, edits of
// different parts both survive, and an edit that would overwrite what its author never saw is refused by name.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Editor, editedThings, type OwnThings, type SharedText } from "../harness/edited-things.ts";
import type { Fault } from "../harness/fault.ts";
import { pick } from "../harness/seeded.ts";

const editors = [0, 1] as const;
const stepsEach = 3;

interface Tally {
  lost: number;
  edits: number;
  conflicts: number;
  readonly broken: string[];
}

export const fault: Fault = {
  id: "R8",
  title: "two administrators edit the same thing",
  async run(bed) {
    const { product, databaseUrl } = await bed.shared();
    const tally: Tally = { lost: 0, edits: 0, conflicts: 0, broken: [] };
    const { random } = bed;
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
    let rounds = 0;
    try {
      const { texts, own } = await editedThings({ apiUrl: product.apiUrl, world: bed.world, pool });
      const each =
        bed.scale === "short" ? 1 : Math.ceil((bed.rounds ?? 10_000) / (texts.length + own.length));
      // One schedule after the other for each thing, all things at once.
      const repeat = async (schedule: () => Promise<void>) => {
        for (let count = 0; count < each && !bed.ended.aborted; count += 1) await schedule();
      };
      await Promise.all([
        ...texts.map((text) => repeat(() => editOneText(text, random, tally))),
        ...own.map((things) => repeat(() => editOwnThings(things, random, tally))),
      ]);
      rounds = each * (texts.length + own.length);
    } finally {
      await pool.end();
    }
    if (tally.conflicts === 0) tally.broken.push("No two edits ever met, so that nothing was tested.");
    return {
      lost: tally.lost,
      phantom: 0,
      double: 0,
      torn: 0,
      rounds,
      recoveryMs: undefined,
      broken: [...new Set(tally.broken)].slice(0, 8),
      notes: [`${tally.edits} edits of eleven things, ${tally.conflicts} refused as stale`],
    };
  },
};

interface Accepted {
  readonly base: number;
  readonly version: number;
  readonly text: string;
}

/** The sequential model: accepted edits are a chain of versions without a gap, each made from the one before it. */
async function editOneText(thing: SharedText, random: () => number, tally: Tally): Promise<void> {
  const start = await thing.stored();
  const accepted: Accepted[] = [];
  const refused: number[] = [];
  const newest = () => Math.max(start.version, ...accepted.map(({ version }) => version));
  await Promise.all(
    editors.map(async (editor) => {
      let seen = start.version;
      for (let step = 0; step < stepsEach; step += 1) {
        await sleep(random() * 8);
        if (random() < 0.3) seen = newest();
        const text = `edit ${start.version}.${editor}.${step}`;
        const edited = await thing.edit(editor, text, seen);
        tally.edits += 1;
        if ("version" in edited) {
          accepted.push({ base: seen, version: edited.version, text });
          seen = edited.version;
        } else {
          tally.conflicts += 1;
          refused.push(seen);
          const { code, fields, who, when } = edited.refusal;
          if (code !== "CONFLICT") tally.broken.push(`A stale edit of a ${thing.name} answered ${code}.`);
          else if (
            !isNamed(fields) ||
            !String(who).endsWith(" Fault") ||
            Number.isNaN(Date.parse(String(when)))
          )
            tally.broken.push(
              `A conflict about a ${thing.name} names ${JSON.stringify(fields)}, ${String(who)}, ${String(when)}.`,
            );
          seen = newest();
        }
      }
    }),
  );
  const chain = accepted.toSorted((a, b) => a.version - b.version);
  const end = await thing.stored();
  const last = chain.at(-1);
  const isChain = chain.every(
    ({ base, version }, index) => version === start.version + index + 1 && base === version - 1,
  );
  const isLast = last?.text === end.text && last.version === end.version;
  if (!isChain || !isLast) {
    tally.lost += 1;
    tally.broken.push(
      `${thing.name}: from ${start.version} ${JSON.stringify(chain)} to ${JSON.stringify(end)}`,
    );
  }
  if (refused.some((base) => base === newest()))
    tally.broken.push(`An edit of the newest ${thing.name} was refused.`);
}

function isNamed(fields: unknown): boolean {
  return Array.isArray(fields) && fields.length > 0;
}

/** Each editor has things of their own, so that the outcome of every order is the same. */
async function editOwnThings(things: OwnThings, random: () => number, tally: Tally): Promise<void> {
  const expected = new Map(await things.stored());
  const write = async (editor: Editor) => {
    for (let step = 0; step < stepsEach; step += 1) {
      await sleep(random() * 8);
      const key = pick(random, things.keys[editor]);
      const value = things.isSet ? (expected.get(key) === "1" ? "0" : "1") : `${editor}.${step}.${random()}`;
      const answer = await things.write(editor, key, value);
      tally.edits += 1;
      if (!answer.data) tally.broken.push(`A change of the ${things.name} was refused: ${answer.message}`);
      expected.set(key, value);
    }
  };
  await Promise.all(editors.map(write));
  const stored = await things.stored();
  if ([...expected].some(([key, value]) => stored.get(key) !== value)) tally.lost += 1;
}
