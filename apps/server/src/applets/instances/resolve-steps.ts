// Triggers and actions as they were sent, turned into what is saved: with their package versions, and with every
// problem named by its field.
import { sql } from "kysely";
import {
  ACTION_KINDS,
  type ActionKind,
  type FieldProblem,
  isObject,
  kindOptions,
  manifestOf,
  optionProblems,
  packagesByIds,
  packageVersionsByIds,
  TRIGGER_KINDS,
  type TriggerKind,
} from "#domains/packages";
import type { AppletStepInput } from "#generated/resolvers.ts";
import type { Db } from "#platform/database.ts";
import { isId } from "#platform/ids.ts";
import { parseCron } from "../schedule/cron.ts";

export interface ResolvedStep {
  readonly id: string | undefined;
  readonly name: string;
  readonly options: Record<string, unknown>;
  readonly packageId: string;
  readonly packageVersionId: string;
  readonly packageName: string;
  /** Undefined for a package that Parley does not run itself. */
  readonly does: TriggerKind | ActionKind | undefined;
  readonly runsOn: "browser" | "server" | undefined;
  /** Options as the kind understands them, placeholders still in place. */
  readonly kindOptions: Record<string, unknown>;
}

const mostSteps = 20;

export async function resolveSteps(
  db: Db,
  kind: "TRIGGER" | "ACTION",
  accountPath: readonly string[],
  inputs: readonly AppletStepInput[],
): Promise<{ steps: ResolvedStep[]; problems: FieldProblem[] }> {
  const list = kind === "TRIGGER" ? "triggers" : "actions";
  if (inputs.length > mostSteps) {
    return { steps: [], problems: [{ field: list, message: `An applet has at most ${mostSteps} ${list}.` }] };
  }
  const steps: ResolvedStep[] = [];
  const problems: FieldProblem[] = [];
  for (const [index, input] of inputs.entries()) {
    const field = `${list}.${index}`;
    const result = await resolveStep(db, kind, accountPath, input, field);
    if ("problems" in result) problems.push(...result.problems);
    if ("step" in result) steps.push(result.step);
  }
  return { steps, problems };
}

async function resolveStep(
  db: Db,
  kind: "TRIGGER" | "ACTION",
  accountPath: readonly string[],
  input: AppletStepInput,
  field: string,
): Promise<{ step: ResolvedStep; problems: FieldProblem[] } | { problems: FieldProblem[] }> {
  const version = await versionOf(db, input);
  const [row] = version ? await packagesByIds(db, [version.packageId]) : [];
  const isUsable = row && (row.accountId === null || accountPath.includes(row.accountId));
  if (!version || !row || !isUsable || (input.packageId && input.packageId !== row.id)) {
    const at = input.packageVersionId ? "packageVersionId" : "packageId";
    return {
      problems: [
        { field: `${field}.${at}`, message: "There is no such package, or you cannot use it here." },
      ],
    };
  }
  if (!row.packageTypes.includes(kind)) {
    const message = kind === "TRIGGER" ? "This package is no trigger." : "This package is no action.";
    return { problems: [{ field: `${field}.packageId`, message }] };
  }
  const name = (input.name ?? "").trim() || row.displayName;
  const problems: FieldProblem[] = [];
  if (name.length > 120)
    problems.push({ field: `${field}.name`, message: "A name has at most 120 characters." });
  if (input.id != null && !isId(input.id)) problems.push({ field: `${field}.id`, message: "This is no id." });
  const options = input.options ?? {};
  problems.push(...optionProblems(version, options, `${field}.options`));
  const manifest = manifestOf(version.packageJson);
  const does = kind === "TRIGGER" ? manifest.trigger : manifest.action;
  const ownOptions = isObject(options) ? options : {};
  const asKind = kindOptions(version.packageJson, ownOptions);
  if (does === "schedule" && typeof asKind["cron"] === "string") {
    const cron = parseCron(asKind["cron"]);
    if ("problem" in cron) problems.push({ field: `${field}.options.cron`, message: cron.problem });
  }
  return {
    problems,
    step: {
      id: input.id ?? undefined,
      name,
      options: ownOptions,
      packageId: row.id,
      packageVersionId: version.id,
      packageName: row.displayName,
      does,
      runsOn: does === undefined ? undefined : { ...TRIGGER_KINDS, ...ACTION_KINDS }[does],
      kindOptions: asKind,
    },
  };
}

async function versionOf(db: Db, input: AppletStepInput) {
  if (input.packageVersionId != null) {
    return isId(input.packageVersionId)
      ? (await packageVersionsByIds(db, [input.packageVersionId]))[0]
      : undefined;
  }
  const row = isId(input.packageId) ? (await packagesByIds(db, [input.packageId]))[0] : undefined;
  return row?.latestVersionId ? (await packageVersionsByIds(db, [row.latestVersionId]))[0] : undefined;
}

/** The account and all above it: whose packages may be used there. */
export async function accountPathOf(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ path: string[] }>`select path from accounts where id = ${accountId}`.execute(
    db,
  );
  return rows[0]?.path ?? [];
}
