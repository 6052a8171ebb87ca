import { recordAudit } from "#domains/audit-log";
import { requireOwner } from "#domains/packages";
import type { AppletStepInput, MutationResolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import type { Tx } from "#platform/database.ts";
import { Conflict, Invalid, NotFound } from "#platform/errors.ts";
import { isId, newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";
import type { Context } from "../../context.ts";
import { type InstanceRow, instancesByIds, stepsOf, type StepRow } from "../queries.ts";
import { requireInstance, requireTarget } from "../scope.ts";
import { webhookUrl } from "../webhooks/address.ts";
import { checkInstance, refuseProblems } from "./check.ts";
import { insertInstance, type InstancePlace, newSecret, updateInstance } from "./save.ts";

type InstanceMutations = Pick<
  MutationResolvers,
  | "createAppletInstance"
  | "updateAppletInstance"
  | "deleteAppletInstance"
  | "copyAppletInstance"
  | "rotateAppletWebhookSecret"
>;

export const instanceMutations: InstanceMutations = {
  async createAppletInstance(_, args, ctx) {
    const target = args.projectEnvironmentConfigId;
    const place = target ? await requireTarget(ctx, target) : undefined;
    const accountId = place?.accountId ?? (await requireOwner(ctx, undefined));
    const status = args.status ?? "DRAFT";
    if (!place && status !== "DRAFT") {
      throw new Invalid("projectEnvironmentConfigId", "Choose the environment it runs in.");
    }
    const id = await change(ctx, async (tx) => {
      const instance = await checkInstance(tx, accountId, {
        name: args.name,
        description: args.description ?? "",
        appletVersionId: args.appletVersionId,
        options: args.options ?? {},
        status,
        triggers: args.triggers ?? [],
        actions: args.actions ?? [],
        condition: args.condition?.options ?? {},
      });
      refuseProblems(instance.problems);
      const row = {
        id: newId(),
        accountId,
        projectId: place?.projectId ?? null,
        configId: place?.config.id ?? null,
      };
      await insertInstance(tx, ctx, row, instance, { status, userId: ctx.viewer.userId });
      await note(tx, ctx, row, "created", instance.name, {
        after: { status, ...placeOf(place?.config.environmentName) },
      });
      return row.id;
    });
    return instanceNow(ctx, id);
  },

  async updateAppletInstance(_, args, ctx) {
    const before = await requireInstance(ctx, args.id, "edit");
    const targetId = args.projectEnvironmentConfigId ?? before.projectEnvironmentConfigId;
    const place = targetId ? await requireTarget(ctx, targetId) : undefined;
    if (place && before.projectId && place.accountId !== before.accountId) {
      throw new Invalid(
        "projectEnvironmentConfigId",
        "An applet stays in its organisation. Copy it instead.",
      );
    }
    const accountId = place?.accountId ?? before.accountId;
    const status = args.status ?? before.status;
    if (!place && status !== "DRAFT") {
      throw new Invalid("projectEnvironmentConfigId", "Choose the environment it runs in.");
    }
    await change(ctx, async (tx) => {
      await lockVersion(tx, before.id, args.version);
      const steps = (await stepsOf(tx, [before.id]))[0] ?? [];
      const instance = await checkInstance(tx, accountId, {
        name: args.name ?? before.name,
        description: args.description ?? before.description,
        appletVersionId: args.appletVersionId ?? before.appletVersionId,
        options: args.options ?? before.options,
        status,
        triggers: args.triggers ?? inputsOf(steps, "TRIGGER"),
        actions: args.actions ?? inputsOf(steps, "ACTION"),
        condition: args.condition ? args.condition.options : before.condition,
      });
      refuseProblems(instance.problems);
      const row = {
        id: before.id,
        accountId,
        projectId: place?.projectId ?? null,
        configId: place?.config.id ?? null,
      };
      await updateInstance(tx, ctx, row, instance, { status, userId: ctx.viewer.userId });
      await note(tx, ctx, row, "updated", instance.name, {
        before: { name: before.name, status: before.status, options: before.options },
        after: { name: instance.name, status, options: instance.options },
      });
    });
    return instanceNow(ctx, before.id);
  },

  async deleteAppletInstance(_, { id }, ctx) {
    const instance = await requireInstance(ctx, id, "edit");
    return change(ctx, async (tx) => {
      await tx.deleteFrom("applet_instances").where("id", "=", id).execute();
      const row = { ...instance, configId: instance.projectEnvironmentConfigId };
      await note(tx, ctx, row, "deleted", instance.name, { before: { status: instance.status } });
      return id;
    });
  },

  async copyAppletInstance(_, { appletInstanceId, projectEnvironmentConfigId, name }, ctx) {
    const source = await requireInstance(ctx, appletInstanceId, "read");
    const place = await requireTarget(ctx, projectEnvironmentConfigId);
    const id = await change(ctx, async (tx) => {
      const steps = (await stepsOf(tx, [source.id]))[0] ?? [];
      const withoutIds = (kind: StepRow["kind"]) =>
        inputsOf(steps, kind).map((step) => ({ ...step, id: null }));
      const instance = await checkInstance(tx, place.accountId, {
        ...source,
        name: name ?? source.name,
        status: "DRAFT",
        triggers: withoutIds("TRIGGER"),
        actions: withoutIds("ACTION"),
      });
      refuseProblems(instance.problems);
      const row = {
        id: newId(),
        accountId: place.accountId,
        projectId: place.projectId,
        configId: place.config.id,
      };
      await insertInstance(tx, ctx, row, instance, { status: "DRAFT", userId: ctx.viewer.userId });
      await note(tx, ctx, row, "copied", instance.name, { after: placeOf(place.config.environmentName) });
      return row.id;
    });
    return instanceNow(ctx, id);
  },

  async rotateAppletWebhookSecret(_, { triggerId }, ctx) {
    const step = isId(triggerId)
      ? await ctx.db
          .selectFrom("applet_webhooks as w")
          .innerJoin("applet_steps as s", "s.id", "w.trigger_id")
          .select(["s.applet_instance_id as instanceId", "w.token"])
          .where("s.id", "=", triggerId)
          .executeTakeFirst()
      : undefined;
    const instance = await requireInstance(ctx, step?.instanceId ?? "", "edit");
    const token = step?.token ?? "";
    const { secret, row } = newSecret(ctx, instance.accountId, triggerId);
    await change(ctx, async (tx) => {
      await tx.updateTable("applet_webhooks").set(row).where("trigger_id", "=", triggerId).execute();
      await note(
        tx,
        ctx,
        { ...instance, configId: instance.projectEnvironmentConfigId },
        "webhook-rotated",
        instance.name,
        {},
      );
    });
    return { url: webhookUrl(ctx.config, token), secret };
  },
};

const verbs = {
  created: "created the applet",
  updated: "changed the applet",
  deleted: "deleted the applet",
  copied: "copied the applet",
  "webhook-rotated": "made a new webhook secret for the applet",
} as const;

async function note(
  tx: Tx,
  ctx: Context,
  place: InstancePlace,
  verb: keyof typeof verbs,
  name: string,
  detail: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  await recordAudit(tx, ctx, {
    accountId: place.accountId,
    projectId: place.projectId ?? undefined,
    product: "pro_studio",
    action: `applet.${verb}`,
    objectType: "applet",
    objectId: place.id,
    objectName: name,
    message: `${verbs[verb]} ${name}`,
    ...detail,
  });
  await publish(tx, "applet", {
    appletInstanceId: place.id,
    projectId: place.projectId,
    configId: place.configId,
  });
}

const placeOf = (environment: string | undefined) => (environment === undefined ? {} : { environment });

/** What is saved, in the form it is sent in. */
export function inputsOf(steps: readonly StepRow[], kind: StepRow["kind"]): AppletStepInput[] {
  return steps
    .filter((step) => step.kind === kind)
    .map(({ id, name, options, packageId, packageVersionId }) => ({
      id,
      name,
      options,
      packageId,
      packageVersionId,
    }));
}

async function lockVersion(tx: Tx, id: string, expected: number | null | undefined): Promise<void> {
  const row = await tx
    .selectFrom("applet_instances")
    .select("version")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (expected != null && row?.version !== expected) {
    throw new Conflict("Somebody else changed this applet meanwhile. Reload it to see what is new.", {
      version: row?.version,
    });
  }
}

async function instanceNow(ctx: Context, id: string): Promise<InstanceRow> {
  const [instance] = await instancesByIds(ctx.db, [id]);
  if (!instance) throw new NotFound("applet");
  ctx.loaders.clear();
  return instance;
}
