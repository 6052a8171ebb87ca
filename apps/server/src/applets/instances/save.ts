// Writes a checked instance with its steps, and what its triggers need to be heard: schedules and webhooks.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { kindOptions } from "#domains/packages";
import type { AppletStatusEnum } from "#generated/resolvers.ts";
import type { Tx } from "#platform/database.ts";
import { Invalid } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { lastFour } from "#platform/secrets/secrets.ts";
import type { Services } from "../../context.ts";
import { stepsOf } from "../queries.ts";
import { parseCron } from "../schedule/cron.ts";
import { nextRun } from "../schedule/next-run.ts";
import type { CheckedInstance } from "./check.ts";
import type { ResolvedStep } from "./resolve-steps.ts";

export interface InstancePlace {
  readonly id: string;
  readonly accountId: string;
  readonly projectId: string | null;
  readonly configId: string | null;
}

export async function insertInstance(
  tx: Tx,
  services: Pick<Services, "secrets">,
  place: InstancePlace,
  instance: CheckedInstance,
  row: { status: AppletStatusEnum; userId: string | undefined },
): Promise<void> {
  if (!instance.appletVersion) throw new Error("An instance without its template was not refused.");
  await tx
    .insertInto("applet_instances")
    .values({
      id: place.id,
      account_id: place.accountId,
      project_id: place.projectId,
      project_environment_config_id: place.configId,
      applet_version_id: instance.appletVersion.id,
      name: instance.name,
      description: instance.description,
      options: JSON.stringify(instance.options),
      status: row.status,
      condition_id: newId(),
      condition: JSON.stringify(instance.condition),
      created_by: row.userId ?? null,
      updated_by: row.userId ?? null,
    })
    .execute();
  await replaceSteps(tx, services, place, instance);
  await reschedule(tx, place.id);
}

export async function updateInstance(
  tx: Tx,
  services: Pick<Services, "secrets">,
  place: InstancePlace,
  instance: CheckedInstance,
  row: { status: AppletStatusEnum; userId: string | undefined },
): Promise<void> {
  await tx
    .updateTable("applet_instances")
    .set({
      project_id: place.projectId,
      project_environment_config_id: place.configId,
      account_id: place.accountId,
      ...(instance.appletVersion && { applet_version_id: instance.appletVersion.id }),
      name: instance.name,
      description: instance.description,
      options: JSON.stringify(instance.options),
      status: row.status,
      condition: JSON.stringify(instance.condition),
      version: sql<number>`version + 1`,
      updated_at: new Date(),
      updated_by: row.userId ?? null,
    })
    .where("id", "=", place.id)
    .execute();
  await replaceSteps(tx, services, place, instance);
  await reschedule(tx, place.id);
}

async function replaceSteps(
  tx: Tx,
  services: Pick<Services, "secrets">,
  place: InstancePlace,
  instance: Pick<CheckedInstance, "triggers" | "actions">,
): Promise<void> {
  const known = new Set(((await stepsOf(tx, [place.id]))[0] ?? []).map((step) => `${step.kind} ${step.id}`));
  const kept: string[] = [];
  for (const [kind, steps] of [
    ["TRIGGER", instance.triggers],
    ["ACTION", instance.actions],
  ] as const) {
    for (const [position, step] of steps.entries()) {
      const field = `${kind === "TRIGGER" ? "triggers" : "actions"}.${position}.id`;
      if (step.id !== undefined && (!known.has(`${kind} ${step.id}`) || kept.includes(step.id))) {
        throw new Invalid(
          field,
          "This id belongs to no such part of the applet. Leave it out for a new one.",
        );
      }
      const id = step.id ?? newId();
      kept.push(id);
      await upsertStep(tx, place.id, kind, position, id, step);
      if (step.does === "webhook") await ensureWebhook(tx, services, place.accountId, id);
      else await tx.deleteFrom("applet_webhooks").where("trigger_id", "=", id).execute();
    }
  }
  await sql`delete from applet_steps where applet_instance_id = ${place.id} and not (id = any(${kept}::uuid[]))`.execute(
    tx,
  );
}

async function upsertStep(
  tx: Tx,
  instanceId: string,
  kind: "TRIGGER" | "ACTION",
  position: number,
  id: string,
  step: ResolvedStep,
): Promise<void> {
  const values = {
    position,
    name: step.name,
    options: JSON.stringify(step.options),
    package_id: step.packageId,
    package_version_id: step.packageVersionId,
  };
  await tx
    .insertInto("applet_steps")
    .values({ id, applet_instance_id: instanceId, kind, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

async function ensureWebhook(
  tx: Tx,
  services: Pick<Services, "secrets">,
  tenantId: string,
  triggerId: string,
) {
  const known = await tx
    .selectFrom("applet_webhooks")
    .select("token")
    .where("trigger_id", "=", triggerId)
    .executeTakeFirst();
  if (known) return;
  await tx
    .insertInto("applet_webhooks")
    .values({
      trigger_id: triggerId,
      token: randomBytes(24).toString("base64url"),
      ...newSecret(services, tenantId, triggerId).row,
    })
    .execute();
}

export function newSecret(services: Pick<Services, "secrets">, tenantId: string, triggerId: string) {
  const secret = `whsec_${randomBytes(24).toString("base64url")}`;
  const sealed = services.secrets.encryptSecret(secret, webhookBinding(tenantId, triggerId));
  return { secret, row: { secret: sealed, secret_last4: lastFour(secret) } };
}

export function webhookBinding(tenantId: string, triggerId: string) {
  return { tenantId, column: "applet_webhooks.secret", rowId: triggerId } as const;
}

/** Sets when each schedule of the instance comes round next; one that does not run has none. */
export async function reschedule(tx: Tx, instanceId: string): Promise<void> {
  await sql`delete from applet_schedules where trigger_id in (
    select id from applet_steps where applet_instance_id = ${instanceId})`.execute(tx);
  const { rows } = await sql<{ id: string; options: unknown; packageJson: unknown; timeZone: string }>`
    select s.id, s.options, v.package_json as "packageJson", coalesce(z.identifier, 'UTC') as "timeZone"
    from applet_steps s join applet_instances i on i.id = s.applet_instance_id
      join package_versions v on v.id = s.package_version_id
      join projects p on p.id = i.project_id left join time_zones z on z.id = p.time_zone_id
    where i.id = ${instanceId} and i.status = 'ACTIVE' and s.kind = 'TRIGGER'
      and v.package_json -> 'parley' ->> 'trigger' = 'schedule'`.execute(tx);
  for (const row of rows) {
    const when = kindOptions(row.packageJson, row.options)["cron"];
    const cron = parseCron(typeof when === "string" ? when : "");
    const nextAt = "problem" in cron ? undefined : nextRun(cron, new Date(), row.timeZone);
    if (!nextAt) continue;
    await tx.insertInto("applet_schedules").values({ trigger_id: row.id, next_at: nextAt }).execute();
  }
}
