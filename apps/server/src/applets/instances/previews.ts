// What would change, told before it is done: trying, upgrading and copying an instance.
import { placeholdersIn } from "@parley/condition";
import { type FieldProblem, optionProblems, packageVersionsByIds } from "#domains/packages";
import type { QueryResolvers } from "#generated/resolvers.ts";
import { NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { type Context, load } from "../../context.ts";
import { timeFacts, variablesOf } from "../engine/facts.ts";
import { appletVersionsByIds, stepsOf } from "../queries.ts";
import { requireEnvironment, requireInstance } from "../scope.ts";
import { sampleEvent, tryOut } from "../try-out.ts";
import { checkInstance } from "./check.ts";
import { inputsOf } from "./mutations.ts";
import { schemaChanges } from "./schema-changes.ts";

export const previews: Pick<
  QueryResolvers,
  "tryAppletInstance" | "appletUpgradePreview" | "appletCopyPreview"
> = {
  async tryAppletInstance(_, args, ctx) {
    const { accountId, projectId, config } = await requireEnvironment(
      ctx,
      args.projectEnvironmentConfigId,
      "read",
    );
    const event = sampleEvent(args.url, args.event);
    const instance = await checkInstance(ctx.db, accountId, {
      name: "Try-out",
      description: "",
      appletVersionId: args.appletVersionId,
      options: args.options ?? {},
      status: "ACTIVE",
      triggers: args.triggers,
      actions: args.actions,
      condition: args.condition?.options ?? {},
    });
    const isReadable = !instance.problems.some((problem) => problem.field.startsWith("condition"));
    const project = await projectOf(ctx, projectId);
    const tried = tryOut(
      {
        triggers: instance.triggers,
        actions: instance.actions,
        condition: isReadable ? instance.condition : {},
        settings: instance.options,
        projectName: project.name,
        environmentName: config.environmentName,
      },
      event,
      { time: timeFacts(new Date(), project.timeZone), variable: await variablesOf(ctx.db, config.id) },
    );
    return {
      problems: [...instance.problems],
      triggers: tried.triggers,
      condition: tried.condition,
      conditionHolds: isReadable && tried.condition.outcome,
      wouldRun: tried.wouldRun && instance.problems.length === 0,
      actions: instance.actions.map((action, index) => ({
        name: action.name,
        packageName: action.packageName,
        runsOn: action.runsOn ?? "nowhere",
        input: tried.inputs[index] ?? {},
      })),
    };
  },

  async appletUpgradePreview(_, { appletInstanceId, stepId, versionId }, ctx) {
    const instance = await requireInstance(ctx, appletInstanceId, "read");
    const steps = await load(ctx, stepsOf, instance.id);
    const index = steps.findIndex((step) => step.id === stepId);
    const step = steps[index];
    if (stepId != null && !step) throw new NotFound("step");
    const [from, to] = step
      ? await Promise.all([
          load(ctx, packageVersionsByIds, step.packageVersionId),
          found(ctx, packageVersionsByIds, versionId),
        ])
      : await Promise.all([
          load(ctx, appletVersionsByIds, instance.appletVersionId),
          found(ctx, appletVersionsByIds, versionId),
        ]);
    const isOther = step
      ? to && "packageId" in to && to.packageId !== step.packageId
      : to && from && "appletId" in to && "appletId" in from && to.appletId !== from.appletId;
    if (!from || !to || isOther) throw new NotFound("version");
    const list = step?.kind === "TRIGGER" ? "triggers" : "actions";
    const position = step ? steps.filter((it) => it.kind === step.kind).indexOf(step) : 0;
    const field = step ? `${list}.${position}.options` : "options";
    return {
      fromVersion: from.version,
      toVersion: to.version,
      changes: schemaChanges(from.schema, to.schema),
      problems: optionProblems(to, (step ?? instance).options, field),
    };
  },

  async appletCopyPreview(_, { appletInstanceId, projectEnvironmentConfigId }, ctx) {
    const instance = await requireInstance(ctx, appletInstanceId, "read");
    const place = await requireEnvironment(ctx, projectEnvironmentConfigId, "edit");
    const steps = await load(ctx, stepsOf, instance.id);
    const withoutIds = (kind: "TRIGGER" | "ACTION") =>
      inputsOf(steps, kind).map((step) => ({ ...step, id: null }));
    const checked = await checkInstance(ctx.db, place.accountId, {
      ...instance,
      status: "DRAFT",
      triggers: withoutIds("TRIGGER"),
      actions: withoutIds("ACTION"),
    });
    const differences: FieldProblem[] = [...checked.problems];
    const known = await ctx.db
      .selectFrom("project_secrets")
      .select("name")
      .where("project_id", "=", place.projectId)
      .execute();
    const hosts = instance.projectEnvironmentConfigId
      ? await hostsOf(ctx, instance.projectEnvironmentConfigId)
      : [];
    for (const kind of ["TRIGGER", "ACTION"] as const) {
      inputsOf(steps, kind).forEach(({ options }, index) => {
        const field = `${kind === "TRIGGER" ? "triggers" : "actions"}.${index}.options`;
        for (const path of placeholdersIn(options).filter((it) => it.startsWith("secret."))) {
          const name = path.slice("secret.".length);
          if (known.some((secret) => secret.name === name)) continue;
          differences.push({ field, message: `The secret ${name} is not there yet.` });
        }
        const text = JSON.stringify(options ?? {});
        for (const host of hosts.filter((it) => text.includes(it))) {
          differences.push({ field, message: `${host} belongs to the environment it is copied from.` });
        }
      });
    }
    return { differences };
  },
};

async function found<T>(
  ctx: Context,
  batch: (db: Context["db"], ids: readonly string[]) => Promise<readonly (T | undefined)[]>,
  id: string,
): Promise<T | undefined> {
  return isId(id) ? (await batch(ctx.db, [id]))[0] : undefined;
}

async function hostsOf(ctx: Context, configId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("domains")
    .select("host")
    .distinct()
    .where("project_environment_config_id", "=", configId)
    .execute();
  return rows.map((row) => row.host);
}

async function projectOf(ctx: Context, projectId: string): Promise<{ name: string; timeZone: string }> {
  const row = await ctx.db
    .selectFrom("projects as p")
    .leftJoin("time_zones as z", "z.id", "p.time_zone_id")
    .select(["p.name", "z.identifier"])
    .where("p.id", "=", projectId)
    .executeTakeFirst();
  return { name: row?.name ?? "", timeZone: row?.identifier ?? "UTC" };
}
