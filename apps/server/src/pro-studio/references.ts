// What the fields of a node can name: everything that exists around the flow, read for the side panel.
import { filePaths } from "@parley/bot-data";
import type { Slot, Slots } from "@parley/flow";
import { sql } from "kysely";
import { readFiles, slotsOf } from "#domains/bots";
import type { Db } from "#platform/database.ts";
import type { OwnerRow } from "./queries.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface References {
  readonly intents: string[];
  readonly entities: string[];
  readonly scripts: string[];
  readonly assets: Named[];
  readonly tasks: Named[];
  readonly commands: string[];
  readonly skills: string[];
  readonly slots: { intent: string; slots: readonly Slot[] }[];
  /** Hosts that scripts and requests of the flow may call. */
  readonly allowedHosts: string[];
  /** Whether the bot version was trained, so that sentences can be understood in a test. */
  readonly isTrained: boolean;
}

const none: Slots = new Map();

/** Names in alphabetical order. Before the first sync there is no bot version, so no intents, entities and scripts. */
export async function listReferences(db: Db, owner: OwnerRow): Promise<References> {
  const { rows } = await sql<{
    bot_id: string | null;
    bot_version_id: string | null;
    tasks: unknown;
    settings: unknown;
    is_trained: boolean;
  }>`select s.bot_id, v.bot_version_id, v.tasks, s.settings,
      exists (select from bot_versions b join bot_models m on m.content_hash in (b.content_hash, b.trained_hash)
        where b.id = v.bot_version_id) as is_trained
    from solution_versions v join solutions s on s.id = v.solution_id where v.id = ${owner.solutionVersionId}`.execute(
    db,
  );
  const version = rows[0];
  const files = version?.bot_version_id ? await filesOf(db, version.bot_version_id) : [];
  const slots = version?.bot_version_id ? slotsOf(await readFiles(db, version.bot_version_id)) : none;
  const used = await namesInUse(db, owner.projectId);
  return {
    intents: namesIn(files, filePaths.intents, ".txt"),
    entities: namesIn(files, filePaths.entities, ".json"),
    scripts: namesIn(files, filePaths.scripts, ".js"),
    assets: version?.bot_id ? await assetsOf(db, version.bot_id) : [],
    tasks: namedList(version?.tasks),
    commands: used.filter((row) => row.kind === "command").map((row) => row.name),
    skills: used.filter((row) => row.kind === "skill").map((row) => row.name),
    slots: [...slots].map(([intent, wanted]) => ({ intent, slots: wanted })),
    allowedHosts: allowedHostsIn(version?.settings),
    isTrained: version?.is_trained ?? false,
  };
}

async function filesOf(db: Db, botVersionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("bot_version_files")
    .select("file_path")
    .where("version_id", "=", botVersionId)
    .orderBy("file_path")
    .execute();
  return rows.map((row) => row.file_path);
}

function namesIn(paths: readonly string[], folder: string, ending: string): string[] {
  return paths
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length))
    .map((name) => (name.endsWith(ending) ? name.slice(0, -ending.length) : name));
}

async function assetsOf(db: Db, botId: string): Promise<Named[]> {
  const { rows } = await sql<Named>`select id, name from bot_assets where bot_id = ${botId}
    order by name, id limit 500`.execute(db);
  return rows;
}

/** Commands and skills have no list of their own: what any flow of the project uses is what there is. */
async function namesInUse(db: Db, projectId: string): Promise<{ kind: string; name: string }[]> {
  const { rows } = await sql<{ kind: string; name: string }>`
    select distinct u.kind, u.name
    from solutions s join solution_versions v on v.solution_id = s.id join pro_studio_nodes n on n.solution_version_id = v.id,
      lateral (values ('command', n.command),
        ('command', case when n.node_type = 'command' then n.parameter_input ->> 'name' end),
        ('skill', n.skill_tag)) as u (kind, name)
    where s.project_id = ${projectId} and u.name <> ''
    order by u.kind, u.name limit 1000`.execute(db);
  return rows;
}

function namedList(value: unknown): Named[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((task: unknown) => {
    const { id, name } = Object(task) as { id?: unknown; name?: unknown };
    return typeof id === "string" ? [{ id, name: typeof name === "string" ? name : id }] : [];
  });
}

export function allowedHostsIn(settings: unknown): string[] {
  const { allowedHosts } = Object(settings) as { allowedHosts?: unknown };
  return Array.isArray(allowedHosts) ? allowedHosts.filter((host) => typeof host === "string") : [];
}
