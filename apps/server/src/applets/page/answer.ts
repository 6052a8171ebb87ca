// What a customer's page is told: the active applets that something on a page can start, and of those only what
// the page itself does. Options of server actions, other settings and names of people never leave the server.
import { factAt, fill, placeholdersIn } from "@parley/condition";
import { ACTION_KINDS, TRIGGER_KINDS } from "#domains/packages";
import type { Db } from "#platform/database.ts";
import { timeFacts, variablesOf } from "../engine/facts.ts";
import { type Program, programsOf } from "../engine/program.ts";

export interface PageApplet {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly triggers: readonly { id: string; kind: string; options: Record<string, unknown> }[];
  readonly condition: unknown;
  /** A server action has no options here: the page only says that its turn has come. */
  readonly actions: readonly { id: string; kind: string; options?: unknown; isServer?: true }[];
  readonly settings: Record<string, unknown>;
}

export interface PageAnswer {
  readonly environment: string;
  readonly applets: readonly PageApplet[];
  readonly facts: Record<string, unknown>;
}

export async function answerPage(
  db: Db,
  owner: { readonly configId: string; readonly timeZone: string },
): Promise<PageAnswer> {
  const programs = (await programsOf(db, owner.configId)).filter((program) =>
    program.triggers.some((trigger) => TRIGGER_KINDS[trigger.kind] === "browser"),
  );
  const read = new Set(programs.flatMap(variablesRead));
  const variables = read.size > 0 ? await variablesOf(db, owner.configId) : {};
  const first = programs[0];
  return {
    environment: owner.configId,
    applets: programs.map(pageApplet),
    facts: {
      time: timeFacts(new Date(), owner.timeZone),
      variable: Object.fromEntries(Object.entries(variables).filter(([name]) => read.has(name))),
      ...(first && { project: { name: first.projectName }, environment: { name: first.environmentName } }),
    },
  };
}

function pageApplet(program: Program): PageApplet {
  const actions = program.actions.map(({ id, kind, options }) =>
    ACTION_KINDS[kind] === "browser"
      ? { id, kind, options: fill(options, { settings: program.settings }, "settings.") }
      : {
          id,
          kind,
          isServer: true as const,
          ...(kind === "analytics-event" && { options: { name: options["name"] } }),
        },
  );
  return {
    id: program.instanceId,
    version: program.version,
    name: program.name,
    triggers: program.triggers
      .filter((trigger) => TRIGGER_KINDS[trigger.kind] === "browser")
      .map(({ id, kind, options }) => ({ id, kind, options })),
    condition: program.condition,
    actions,
    settings: settingsRead(program),
  };
}

/** Only the settings that the condition asks about. */
function settingsRead(program: Program): Record<string, unknown> {
  return Object.fromEntries(
    factsNamed(program.condition)
      .filter((fact) => fact.startsWith("settings."))
      .map((fact) => [fact.split(".")[1] ?? "", factAt(program.settings, fact.split(".")[1] ?? "")]),
  );
}

function variablesRead(program: Program): string[] {
  const browserOptions = program.actions
    .filter((it) => ACTION_KINDS[it.kind] === "browser")
    .map((it) => it.options);
  return [...factsNamed(program.condition), ...placeholdersIn(browserOptions)]
    .filter((fact) => fact.startsWith("variable."))
    .map((fact) => fact.split(".")[1] ?? "");
}

function factsNamed(condition: unknown): string[] {
  if (Array.isArray(condition)) return condition.flatMap(factsNamed);
  if (condition === null || typeof condition !== "object") return [];
  if ("fact" in condition && typeof condition.fact === "string") return [condition.fact];
  return Object.values(condition).flatMap(factsNamed);
}
