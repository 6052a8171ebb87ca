// Which environment owns an address, which applets would run there, and which would not and why.
import type { Explanation } from "@parley/condition";
import { can } from "#access/viewer.ts";
import {
  domainsCovering,
  environmentConfigsByIds,
  type OwningDomain,
  placeOfPage,
} from "#domains/environments";
import { findProject } from "#domains/projects";
import type { AppletOutcome, ResolversTypes, UrlIntersection } from "#generated/resolvers.ts";
import { Invalid } from "#platform/errors.ts";
import { type Context, load } from "../context.ts";
import { timeFacts, variablesOf } from "./engine/facts.ts";
import { kindsOfSteps } from "./instances/kinds-of-steps.ts";
import { appletInstancesOf, type InstanceRow, stepsOf } from "./queries.ts";
import { sampleEvent, tryOut } from "./try-out.ts";

type Outcome = Omit<AppletOutcome, "appletInstance"> & { appletInstance: InstanceRow };

export async function resolveUrl(ctx: Context, url: string): Promise<ResolversTypes["UrlResolution"]> {
  const place = placeOfPage(url.trim());
  if (!place) throw new Invalid("url", "Write a whole address, such as https://shop.example.org/cart.");
  const [owner, ...others] = await domainsCovering(ctx.db, place);
  const intersections = await Promise.all(others.map((other) => describeOther(ctx, other)));
  const base = { normalUrl: place.url, applets: [], intersections, domain: null, project: null };
  if (!owner) return { ...base, message: "No environment owns this address." };
  const { projectId } = owner;
  if (!(await can(ctx.viewer, "project.read", { projectId }))) {
    return { ...base, message: "This address belongs to a project you cannot see." };
  }
  const config = await load(ctx, environmentConfigsByIds, owner.configId);
  const project = ctx.viewer.userId ? await findProject(ctx.db, ctx.viewer.userId, projectId) : undefined;
  const where = `${project?.name ?? ""}, ${config?.environmentName ?? ""}`;
  const isOn = owner.status === "ACTIVE";
  const mayReadApplets = await can(ctx.viewer, "applet.read", { projectId });
  return {
    ...base,
    domain: owner,
    project: project ?? null,
    projectEnvironmentConfig: config ?? null,
    message: isOn
      ? `This address belongs to ${where}.`
      : `This address belongs to ${where}, which is switched off.`,
    applets: mayReadApplets ? await outcomes(ctx, owner, place.url, where) : [],
  };
}

async function outcomes(ctx: Context, owner: OwningDomain, url: string, where: string): Promise<Outcome[]> {
  const instances = await load(ctx, appletInstancesOf, owner.configId);
  const zone = await ctx.db
    .selectFrom("projects as p")
    .leftJoin("time_zones as z", "z.id", "p.time_zone_id")
    .select("z.identifier")
    .where("p.id", "=", owner.projectId)
    .executeTakeFirst();
  const more = {
    time: timeFacts(new Date(), zone?.identifier ?? "UTC"),
    variable: await variablesOf(ctx.db, owner.configId),
  };
  const [projectName = "", environmentName = ""] = where.split(", ");
  const event = sampleEvent(url, {});
  const found = await Promise.all(
    instances.map(async (instance): Promise<Outcome> => {
      const steps = await kindsOfSteps(ctx, await load(ctx, stepsOf, instance.id));
      const tried = tryOut(
        { ...steps, condition: instance.condition, settings: instance.options, projectName, environmentName },
        event,
        more,
      );
      const triggers = tried.triggers.map((trigger, index) =>
        onThisPage(trigger, steps.triggers[index], event),
      );
      const reasons = whyNot(owner, instance, triggers, tried.condition);
      const wouldRun = reasons.length === 0;
      return {
        appletInstance: instance,
        wouldRun,
        reasons: wouldRun
          ? triggers.filter((it) => it.matches).map((it) => `${it.name} starts it.`)
          : reasons,
        triggers,
        condition: tried.condition,
      };
    }),
  );
  return found.toSorted((a, b) => Number(b.wouldRun) - Number(a.wouldRun));
}

/** A trigger that waits for something on the page counts as met once that happens: only its addresses decide. */
function onThisPage(
  outcome: Outcome["triggers"][number],
  step:
    | { does: string | undefined; kindOptions: Record<string, unknown>; runsOn: string | undefined }
    | undefined,
  event: Record<string, unknown>,
): Outcome["triggers"][number] {
  if (!step?.does || step.runsOn !== "browser" || step.does === "page-view") return outcome;
  const { urls, exceptUrls } = step.kindOptions;
  const [asPageView] = tryOut(
    {
      triggers: [{ name: "", packageName: "", does: "page-view", kindOptions: { urls, exceptUrls } }],
      actions: [],
      condition: {},
      settings: {},
      projectName: "",
      environmentName: "",
    },
    event,
    { time: {}, variable: {} },
  ).triggers;
  const matches = asPageView?.matches ?? false;
  return {
    ...outcome,
    matches,
    reason: matches ? "It matches once that happens on the page." : (asPageView?.reason ?? ""),
  };
}

function whyNot(
  owner: OwningDomain,
  instance: InstanceRow,
  triggers: Outcome["triggers"],
  condition: Explanation,
): string[] {
  const reasons: string[] = [];
  if (owner.status !== "ACTIVE") reasons.push("The environment is switched off.");
  if (instance.status !== "ACTIVE")
    reasons.push(instance.status === "PAUSED" ? "It is paused." : "It is a draft.");
  if (!triggers.some((trigger) => trigger.matches)) {
    reasons.push(
      ...(triggers.length > 0 ? triggers.map((it) => `${it.name}: ${it.reason}`) : ["It has no trigger."]),
    );
  }
  if (!condition.outcome) reasons.push("Its condition does not hold.");
  return reasons;
}

async function describeOther(ctx: Context, other: OwningDomain): Promise<UrlIntersection> {
  const isSeen = await can(ctx.viewer, "project.read", { projectId: other.projectId });
  if (!isSeen) return { message: "A project you cannot see also covers this address.", isConflict: false };
  return {
    url: other.url,
    projectId: other.projectId,
    projectEnvironmentConfigId: other.configId,
    message: `${other.url} also covers this address and is less specific.`,
    isConflict: false,
  };
}
