// Two administrators edit the same things at the same time, in random orders: changes of sets all hold, and an edit
// that would overwrite what its author never saw is refused by name.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Bed, withClient } from "../harness/bed.ts";
import { type Answer, graphql } from "../harness/client.ts";
import type { Fault } from "../harness/fault.ts";
import { openLedger } from "../harness/ledger.ts";
import { pick } from "../harness/seeded.ts";

const makeTeam =
  "mutation M($name: String!, $accountId: ID!) { createTeam(name: $name, accountId: $accountId) { id version } }";
const editSet = `mutation M($id: ID!, $add: [ID!], $remove: [ID!]) {
  updateTeam(id: $id, userIdsToAdd: $add, userIdsToRemove: $remove) { id } }`;
const editText = `mutation M($id: ID!, $description: String!, $version: Int!) {
  updateTeam(id: $id, description: $description, version: $version) { id version } }`;

export const fault: Fault = {
  id: "R8",
  title: "two administrators edit the same thing",
  async run(bed) {
    const { product, databaseUrl } = await bed.shared();
    const schedules = bed.scale === "short" ? 6 : 1_000;
    const broken: string[] = [];
    let [lost, conflicts, edits] = [0, 0, 0];
    for (let schedule = 0; schedule < schedules; schedule += 1) {
      const call = <T>(query: string, variables: Record<string, unknown>, editor: 0 | 1) =>
        graphql<T>(product.apiUrl, query, variables, bed.world.admins[editor]);
      const made = await call<{ createTeam: { id: string; version: number } }>(
        makeTeam,
        { name: `r8-${randomUUID()}`, accountId: bed.world.accountId },
        0,
      );
      const team = made.data?.createTeam;
      if (!team) throw new Error(made.message);
      const [members, texts] = await Promise.all([
        editMembers(bed, team.id, call),
        editTexts(bed, team, call),
      ]);
      edits += texts.edits;
      conflicts += texts.conflicts;
      broken.push(...texts.broken);
      const stored = await withClient(databaseUrl, async (client) => {
        const { rows } = await client.query<{ description: string; members: string[] }>(
          `select description, array(select user_id::text from team_members where team_id = t.id) as members
           from teams t where id = $1`,
          [team.id],
        );
        return rows[0];
      });
      const isSame = members.size === stored?.members.length && stored.members.every((id) => members.has(id));
      if (!isSame) lost += 1;
      if (stored?.description !== texts.last) lost += 1;
    }
    if (conflicts === 0) broken.push("No two edits ever met, so that nothing was tested.");
    openLedger(join(bed.folder, "ledgers", "r8"));
    return {
      lost,
      phantom: 0,
      double: 0,
      torn: 0,
      rounds: schedules,
      recoveryMs: undefined,
      broken: broken.slice(0, 5),
      notes: [`${edits} edits of one text, ${conflicts} refused as stale`],
    };
  },
};

type Call = <T>(query: string, variables: Record<string, unknown>, editor: 0 | 1) => Promise<Answer<T>>;

/** Each editor has people of their own, so that the outcome of every order is the same. */
async function editMembers(bed: Bed, id: string, call: Call): Promise<Set<string>> {
  const [one = "", two = "", three = ""] = bed.world.memberIds;
  const own = [[one, two], [three]] as const;
  const result = new Set<string>();
  await Promise.all(
    ([0, 1] as const).map(async (editor) => {
      for (let step = 0; step < 4; step += 1) {
        const who = pick(bed.random, own[editor]);
        const isAdding = !result.has(who);
        const answer = await call(
          editSet,
          { id, add: isAdding ? [who] : [], remove: isAdding ? [] : [who] },
          editor,
        );
        if (!answer.data) throw new Error(`A change of members was refused: ${answer.message}`);
        if (isAdding) result.add(who);
        else result.delete(who);
      }
    }),
  );
  return result;
}

async function editTexts(bed: Bed, team: { id: string; version: number }, call: Call) {
  const broken: string[] = [];
  let [conflicts, edits] = [0, 0];
  // What the last accepted edit wrote, by the version it made: versions are the one order there is.
  const accepted = new Map<number, string>();
  let newest = team.version;
  await Promise.all(
    ([0, 1] as const).map(async (editor) => {
      let seen = team.version;
      for (let step = 0; step < 4; step += 1) {
        const description = `${editor}.${step}`;
        const answer = await call<{ updateTeam: { version: number } }>(
          editText,
          { id: team.id, description, version: seen },
          editor,
        );
        edits += 1;
        if (answer.data) {
          const { version } = answer.data.updateTeam;
          seen = version;
          newest = Math.max(newest, version);
          accepted.set(version, description);
          continue;
        }
        conflicts += 1;
        if (answer.code !== "CONFLICT")
          broken.push(`A stale edit answered ${answer.code}: ${answer.message}`);
        else if (!/description/.test(answer.message) || !/Fault/.test(answer.message))
          broken.push(`A conflict names neither field nor person: ${answer.message}`);
        seen = newest;
      }
    }),
  );
  const last = accepted.get(Math.max(...accepted.keys())) ?? "";
  return { broken, conflicts, edits, last };
}
