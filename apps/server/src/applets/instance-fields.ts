// The fields of AppletInstance, Trigger and Action. A page that asks by its address sees the same types with
// less in them: options of what runs on the server never leave it.
import { can } from "#access/viewer.ts";
import {
  manifestOf,
  packagesByIds,
  packageVersionsByIds,
  TRIGGER_KINDS,
  ACTION_KINDS,
} from "#domains/packages";
import { findUser } from "#domains/users";
import type { Resolvers } from "#generated/resolvers.ts";
import type { Db } from "#platform/database.ts";
import { type Context, load } from "../context.ts";
import { appletsByIds, appletVersionsByIds, type StepRow, stepsOf } from "./queries.ts";
import { sentenceOf } from "./sentence.ts";
import { schedulesOf, webhooksOf } from "./step-queries.ts";
import { webhookUrl } from "./webhooks/address.ts";

type PageView = { readonly isPageView?: boolean };

export const instanceFields: Pick<Resolvers, "AppletInstance" | "Trigger" | "Action"> = {
  AppletInstance: {
    options: (instance) => (instance.isPageView ? {} : instance.options),
    description: (instance) => (instance.isPageView ? "" : instance.description),
    async applet(instance, _, ctx) {
      const version = await found(load(ctx, appletVersionsByIds, instance.appletVersionId));
      return found(load(ctx, appletsByIds, version.appletId));
    },
    appletVersion: (instance, _, ctx) => found(load(ctx, appletVersionsByIds, instance.appletVersionId)),
    async updatedByUser(instance, _, ctx) {
      if (instance.isPageView || !instance.updatedBy) return null;
      return (await load(ctx, usersByIds, instance.updatedBy)) ?? null;
    },
    triggers: (instance, _, ctx) => stepsOfKind(ctx, instance, "TRIGGER"),
    actions: (instance, _, ctx) => stepsOfKind(ctx, instance, "ACTION"),
    condition: (instance) => ({ id: instance.conditionId, options: instance.condition }),
    async sentence(instance, _, ctx) {
      const steps = await load(ctx, stepsOf, instance.id);
      const names = (kind: string) => steps.filter((step) => step.kind === kind).map((step) => step.name);
      return sentenceOf({
        triggers: names("TRIGGER"),
        condition: instance.condition,
        actions: names("ACTION"),
      });
    },
    canEdit: (instance, _, ctx) =>
      instance.projectId
        ? can(ctx.viewer, "applet.edit", { projectId: instance.projectId })
        : can(ctx.viewer, "package.edit", { accountId: instance.accountId }),
  },
  Trigger: {
    options: (step, _, ctx) => shownOptions(ctx, step),
    package: (step, _, ctx) => found(load(ctx, packagesByIds, step.packageId)),
    packageVersion: (step, _, ctx) => found(load(ctx, packageVersionsByIds, step.packageVersionId)),
    async webhook(step, _, ctx) {
      const webhook = step.isPageView ? undefined : await load(ctx, webhooksOf, step.id);
      return webhook
        ? { url: webhookUrl(ctx.config, webhook.token), secretLast4: webhook.secretLast4 }
        : null;
    },
    async nextRunAt(step, _, ctx) {
      return step.isPageView ? null : ((await load(ctx, schedulesOf, step.id)) ?? null);
    },
  },
  Action: {
    options: (step, _, ctx) => shownOptions(ctx, step),
    package: (step, _, ctx) => found(load(ctx, packagesByIds, step.packageId)),
    packageVersion: (step, _, ctx) => found(load(ctx, packageVersionsByIds, step.packageVersionId)),
  },
};

async function stepsOfKind(
  ctx: Context,
  instance: { readonly id: string } & PageView,
  kind: StepRow["kind"],
): Promise<(StepRow & PageView)[]> {
  const steps = (await load(ctx, stepsOf, instance.id)).filter((step) => step.kind === kind);
  return instance.isPageView ? steps.map((step) => ({ ...step, isPageView: true })) : steps;
}

async function shownOptions(ctx: Context, step: StepRow & PageView): Promise<Record<string, unknown>> {
  if (!step.isPageView) return step.options;
  const version = await load(ctx, packageVersionsByIds, step.packageVersionId);
  const { trigger, action } = manifestOf(version?.packageJson);
  const runsOn = step.kind === "TRIGGER" ? trigger && TRIGGER_KINDS[trigger] : action && ACTION_KINDS[action];
  return runsOn === "browser" ? step.options : {};
}

function usersByIds(db: Db, ids: readonly string[]) {
  return Promise.all(ids.map((id) => findUser(db, id)));
}

/** Foreign keys say that it is there. */
async function found<T>(loading: Promise<T | undefined>): Promise<T> {
  const value = await loading;
  if (value === undefined) throw new Error("A row that a foreign key points to is missing.");
  return value;
}
