// Everything that can be wrong with an instance, found before anything is saved (decision 033).
import { checkCondition, type Condition } from "@parley/condition";
import { type FieldProblem, isObject, optionProblems } from "#domains/packages";
import type { AppletStatusEnum, AppletStepInput } from "#generated/resolvers.ts";
import type { Db } from "#platform/database.ts";
import { Invalid } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { appletsByIds, appletVersionsByIds, type AppletVersionRow } from "../queries.ts";
import { accountPathOf, type ResolvedStep, resolveSteps } from "./resolve-steps.ts";

export interface InstanceDraft {
  readonly name: string;
  readonly description: string;
  readonly appletVersionId: string;
  readonly options: unknown;
  readonly status: AppletStatusEnum;
  readonly triggers: readonly AppletStepInput[];
  readonly actions: readonly AppletStepInput[];
  readonly condition: unknown;
}

export interface CheckedInstance {
  readonly name: string;
  readonly description: string;
  readonly appletVersion: AppletVersionRow | undefined;
  readonly options: Record<string, unknown>;
  readonly triggers: readonly ResolvedStep[];
  readonly actions: readonly ResolvedStep[];
  readonly condition: Condition;
  readonly problems: readonly FieldProblem[];
}

const longestDescription = 2_000;

export async function checkInstance(
  db: Db,
  accountId: string,
  draft: InstanceDraft,
): Promise<CheckedInstance> {
  const path = await accountPathOf(db, accountId);
  const problems: FieldProblem[] = [];
  const say = (field: string, message: string) => problems.push({ field, message });
  const name = draft.name.trim();
  if (name === "") say("name", "Give the applet a name.");
  if (name.length > 120) say("name", "A name has at most 120 characters.");
  if (draft.description.length > longestDescription) {
    say("description", `A description has at most ${longestDescription} characters.`);
  }
  const appletVersion = await usableVersion(db, path, draft.appletVersionId);
  if (!appletVersion) say("appletVersionId", "There is no such applet template, or you cannot use it here.");
  else problems.push(...optionProblems(appletVersion, draft.options, "options"));
  const triggers = await resolveSteps(db, "TRIGGER", path, draft.triggers);
  const actions = await resolveSteps(db, "ACTION", path, draft.actions);
  problems.push(...triggers.problems, ...actions.problems);
  for (const problem of checkCondition(draft.condition)) {
    say(["condition.options", problem.path].filter((part) => part !== "").join("."), problem.message);
  }
  const kept = draft.status === "DRAFT" ? problems.filter((problem) => !isUnfinished(problem)) : problems;
  if (draft.status !== "DRAFT") kept.push(...unfinished(triggers.steps, actions.steps, draft));
  return {
    name,
    description: draft.description,
    appletVersion,
    options: isObject(draft.options) ? draft.options : {},
    triggers: triggers.steps,
    actions: actions.steps,
    condition: isObject(draft.condition) ? (draft.condition as Condition) : {},
    problems: kept,
  };
}

/** Throws one Invalid on the first field; `problems` in its details lists them all. */
export function refuseProblems(problems: readonly FieldProblem[]): void {
  const [first] = problems;
  if (first) throw new Invalid(first.field, first.message, { problems });
}

/** A draft may still lack what is needed; everything that is there must be right. */
function isUnfinished(problem: FieldProblem): boolean {
  return problem.message === "This is needed.";
}

function unfinished(
  triggers: readonly ResolvedStep[],
  actions: readonly ResolvedStep[],
  draft: InstanceDraft,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (draft.triggers.length === 0) problems.push({ field: "triggers", message: "Say what starts it." });
  if (draft.actions.length === 0) problems.push({ field: "actions", message: "Say what it does." });
  for (const [list, steps] of [
    ["triggers", triggers],
    ["actions", actions],
  ] as const) {
    steps.forEach((step, index) => {
      if (step.does) return;
      const message = `${step.packageName} names nothing that Parley runs, so it can only stay in a draft.`;
      problems.push({ field: `${list}.${index}.packageId`, message });
    });
  }
  const needsPage = actions.findIndex((step) => step.runsOn === "browser");
  if (needsPage >= 0 && triggers.length > 0 && triggers.every((step) => step.runsOn === "server")) {
    const message = `${actions[needsPage]?.name ?? "This"} happens on a page, and no trigger of the applet does.`;
    problems.push({ field: `actions.${needsPage}.packageId`, message });
  }
  return problems;
}

async function usableVersion(
  db: Db,
  path: readonly string[],
  id: string,
): Promise<AppletVersionRow | undefined> {
  const [version] = isId(id) ? await appletVersionsByIds(db, [id]) : [];
  const [applet] = version ? await appletsByIds(db, [version.appletId]) : [];
  return applet && (applet.accountId === null || path.includes(applet.accountId)) ? version : undefined;
}
