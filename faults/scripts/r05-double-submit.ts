// The same request five times at once, as a double click, a retry after a lost answer or a proxy would send it.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type pg from "pg";
import { type Bed, withClient } from "../harness/bed.ts";
import { graphql } from "../harness/client.ts";
import type { Fault } from "../harness/fault.ts";
import { judge, openLedger } from "../harness/ledger.ts";

interface Operation {
  readonly field: string;
  readonly query: string;
  variables(bed: Bed, name: string): Record<string, unknown>;
  readonly table: string;
}

const operations: readonly Operation[] = [
  {
    field: "createProject",
    query: `mutation M($name: String!, $accountId: ID!, $productIds: [ID!]!) {
      createProject(name: $name, accountId: $accountId, productIds: $productIds) { id } }`,
    variables: ({ world }, name) => ({ name, accountId: world.accountId, productIds: world.productIds }),
    table: "projects",
  },
  {
    field: "createTeam",
    query: `mutation M($name: String!, $accountId: ID!, $ids: [ID!]) {
      createTeam(name: $name, accountId: $accountId, userIdsToAdd: $ids) { id } }`,
    variables: ({ world }, name) => ({ name, accountId: world.accountId, ids: world.memberIds }),
    table: "teams",
  },
  {
    field: "createSolution",
    query: `mutation M($settingId: ID!, $name: String!) {
      createSolution(projectProStudioSettingId: $settingId, solution: { name: $name }, version: {}) { id } }`,
    variables: ({ world }, name) => ({ name, settingId: world.settingId }),
    table: "solutions",
  },
];

export const fault: Fault = {
  id: "R5",
  title: "the same request sent five times at once",
  async run(bed) {
    const { product, databaseUrl } = await bed.shared();
    const ledger = openLedger(join(bed.folder, "ledgers", "r5"));
    const broken: string[] = [];
    const rounds = bed.scale === "short" ? 2 : 100;
    const [admin] = bed.world.admins;
    for (let round = 0; round < rounds; round += 1) {
      for (const operation of operations) {
        const name = `${operation.table}-r5-${randomUUID()}`;
        ledger.intend(name, operation.table);
        const send = (variables: Record<string, unknown>) =>
          graphql(product.apiUrl, operation.query, variables, { ...admin, key: name });
        const variables = operation.variables(bed, name);
        const answers = await Promise.all(Array.from({ length: 5 }, () => send(variables)));
        const different = new Set(answers.map((answer) => JSON.stringify(answer.data ?? answer.message)));
        if (answers[0]?.data) ledger.acknowledge(name);
        if (different.size !== 1)
          broken.push(`${operation.field} gave ${different.size} answers: ${[...different].join(" ")}`);
        const other = await send(operation.variables(bed, `${name}-other`));
        if (other.code !== "CONFLICT")
          broken.push(`${operation.field} with another body under the same key answered ${other.code}.`);
      }
    }
    const effects = await withClient(databaseUrl, madeBy);
    return {
      ...judge(ledger.entries(), effects),
      rounds: rounds * operations.length,
      recoveryMs: undefined,
      broken,
      notes: ["every create, add, train, deploy and publish: idempotency.test.ts"],
    };
  },
};

async function madeBy(client: pg.Client) {
  const effects = new Map<string, { count: number; isWhole: boolean }>();
  for (const { table } of operations) {
    const { rows } = await client.query<{ name: string; count: number }>(
      `select name, count(*)::int as count from ${table} where name like '${table}-r5-%' group by name`,
    );
    for (const { name, count } of rows) effects.set(name, { count, isWhole: true });
  }
  return effects;
}
