// What saving one changed node of a large flow writes: rows of nodes that were touched, and bytes of the log that
// PostgreSQL keeps of every change.
import { sql } from "kysely";
import type { FlowNode } from "../packages/flow/src/index.ts";
import { generateFlow } from "../packages/flow/src/testing/generate-flow.ts";
import type { Db } from "../apps/server/src/platform/database.ts";
import { newId } from "../apps/server/src/platform/ids.ts";
import { saveNodes } from "../apps/server/src/pro-studio/index.ts";
import { emptyValues, insertVersionOf } from "../apps/server/src/solutions/index.ts";
import { type BenchStudio, withStudio } from "./studio.ts";

const saves = 40;
const nobody = { userId: undefined, clientId: undefined };

export interface SavingFigures {
  readonly nodes: number;
  readonly rowsPerSave: number;
  readonly logBytesPerSave: number;
  readonly ms: number;
}

export async function measureSaving(size: number): Promise<SavingFigures> {
  return withStudio(async (studio) => {
    const { db } = studio.services;
    const versionId = await aVersion(studio);
    const nodes = generateFlow(size, size).nodes.map((node) => ({ ...node, solutionVersionId: versionId }));
    await save(db, versionId, nodes);
    const before = await statesOf(db, versionId);
    const logBefore = await logPosition(db);
    const times: number[] = [];
    for (let i = 0; i < saves; i++) {
      const node = nodes[Math.floor((i / saves) * size)];
      if (!node) continue;
      const began = performance.now();
      await save(db, versionId, [{ ...node, message: `Changed ${i}` }]);
      times.push(performance.now() - began);
    }
    const logBytes = Number((await logPosition(db)) - logBefore);
    const after = await statesOf(db, versionId);
    const touched = [...after].filter(([id, state]) => before.get(id) !== state).length;
    return {
      nodes: size,
      rowsPerSave: touched / saves,
      logBytesPerSave: Math.round(logBytes / saves),
      ms: times.toSorted((a, b) => a - b)[saves / 2] ?? 0,
    };
  });
}

async function save(db: BenchStudio["services"]["db"], versionId: string, nodes: readonly FlowNode[]) {
  const edits = nodes.map((node) => ({ node, baseRevision: undefined, lastModified: undefined }));
  await db.transaction().execute((tx) => saveNodes(tx, versionId, edits, nobody));
}

/** The transaction that wrote each row last: it changes with every write, also with one that changes nothing. */
async function statesOf(db: Db, versionId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, xmin::text as state from pro_studio_nodes where solution_version_id = ${versionId}`.execute(
    db,
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

async function logPosition(db: Db): Promise<bigint> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as bytes`.execute(db);
  return BigInt(rows[0]?.bytes ?? 0);
}

async function aVersion({ services, projectId }: BenchStudio): Promise<string> {
  return services.db.transaction().execute(async (tx) => {
    const setting = await tx
      .selectFrom("project_pro_studio_settings")
      .select("id")
      .where("project_id", "=", projectId)
      .executeTakeFirstOrThrow();
    const solutionId = newId();
    await tx
      .insertInto("solutions")
      .values({
        id: solutionId,
        project_id: projectId,
        project_pro_studio_setting_id: setting.id,
        name: `Bench ${solutionId}`,
      })
      .execute();
    return insertVersionOf(tx, solutionId, emptyValues, { userId: undefined });
  });
}
