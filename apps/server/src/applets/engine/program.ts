// An applet instance ready to run. A saved version of an instance never changes, so it is kept by id and version.
import { sql } from "kysely";
import { type Condition, placeholdersIn } from "@parley/condition";
import {
  ACTION_KINDS,
  type ActionKind,
  isObject,
  kindOptions,
  manifestOf,
  type TriggerKind,
} from "#domains/packages";
import type { Db } from "#platform/database.ts";

export interface ProgramStep<Kind extends string> {
  readonly id: string;
  readonly name: string;
  readonly packageName: string;
  readonly kind: Kind;
  readonly options: Record<string, unknown>;
  /** Whether its author refers to a secret; what an event says never does. */
  readonly readsSecrets: boolean;
}

export interface Program {
  readonly instanceId: string;
  readonly version: number;
  readonly name: string;
  readonly accountId: string;
  readonly projectId: string;
  readonly configId: string;
  readonly projectName: string;
  readonly environmentName: string;
  readonly settings: Record<string, unknown>;
  readonly condition: Condition;
  readonly triggers: readonly ProgramStep<TriggerKind>[];
  readonly actions: readonly ProgramStep<ActionKind>[];
  /** Whether anything in it reads variables: most applets do not, and save the question. */
  readonly readsVariables: boolean;
  readonly hasServerActions: boolean;
}

interface Loaded {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly accountId: string;
  readonly projectId: string;
  readonly configId: string;
  readonly projectName: string;
  readonly environmentName: string;
  readonly options: unknown;
  readonly condition: Condition;
  readonly steps: readonly {
    id: string;
    kind: "TRIGGER" | "ACTION";
    name: string;
    options: unknown;
    packageName: string;
    packageJson: unknown;
  }[];
}

const programColumns = sql`
  i.id, i.version, i.name, i.account_id as "accountId", i.project_id as "projectId",
  i.project_environment_config_id as "configId", p.name as "projectName", e.name as "environmentName", i.options, i.condition,
  coalesce((select json_agg(json_build_object('id', s.id, 'kind', s.kind, 'name', s.name, 'options', s.options,
      'packageName', k.display_name, 'packageJson', v.package_json) order by s.kind desc, s.position)
    from applet_steps s join packages k on k.id = s.package_id join package_versions v on v.id = s.package_version_id
    where s.applet_instance_id = i.id), '[]') as steps`;

const tables = sql`applet_instances i join projects p on p.id = i.project_id
  join project_environment_configs c on c.id = i.project_environment_config_id
  join environments e on e.id = c.environment_id`;

const programs = new Map<string, Program>();
const mostPrograms = 2_000;

/** Undefined when the instance is gone or was saved again since: then it is another program. */
export async function programOf(db: Db, instanceId: string, version: number): Promise<Program | undefined> {
  const key = `${instanceId} ${version}`;
  const known = programs.get(key);
  if (known) return known;
  const { rows } =
    await sql<Loaded>`select ${programColumns} from ${tables} where i.id = ${instanceId}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const program = compile(row);
  if (programs.size >= mostPrograms) programs.clear();
  programs.set(`${instanceId} ${row.version}`, program);
  return program;
}

/** The active instances of an environment, by name. */
export async function programsOf(db: Db, configId: string): Promise<Program[]> {
  const { rows } = await sql<Loaded>`
    select ${programColumns} from ${tables} where i.project_environment_config_id = ${configId} and i.status = 'ACTIVE'
    order by lower(i.name), i.id`.execute(db);
  return rows.map(compile);
}

function compile(row: Loaded): Program {
  const triggers: ProgramStep<TriggerKind>[] = [];
  const actions: ProgramStep<ActionKind>[] = [];
  for (const { id, kind, name, packageName, packageJson, options } of row.steps) {
    const manifest = manifestOf(packageJson);
    const filled = kindOptions(packageJson, options);
    const readsSecrets = placeholdersIn(filled).some((path) => path.startsWith("secret."));
    const step = { id, name, packageName, options: filled, readsSecrets };
    if (kind === "TRIGGER" && manifest.trigger) triggers.push({ ...step, kind: manifest.trigger });
    if (kind === "ACTION" && manifest.action) actions.push({ ...step, kind: manifest.action });
  }
  const text = JSON.stringify([row.condition, actions]);
  return {
    instanceId: row.id,
    version: row.version,
    name: row.name,
    accountId: row.accountId,
    projectId: row.projectId,
    configId: row.configId,
    projectName: row.projectName,
    environmentName: row.environmentName,
    settings: isObject(row.options) ? row.options : {},
    condition: row.condition,
    triggers,
    actions,
    readsVariables: text.includes("variable."),
    hasServerActions: actions.some((action) => ACTION_KINDS[action.kind] === "server"),
  };
}
