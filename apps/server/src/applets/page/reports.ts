// What a page says it did, judged anew: the trigger is decided here again from what the page reports, and the run
// decides the condition again, by the same code.
import { type AppletEvent, matchTrigger } from "@parley/condition";
import { z } from "zod";
import { ACTION_KINDS } from "#domains/packages";
import type { Services } from "../../context.ts";
import type { AppletEngine } from "../engine/engine.ts";
import { type Program, programsOf } from "../engine/program.ts";
import type { ActionResult } from "../engine/run-store.ts";

const smallText = z.string().max(2_000);
const event = z
  .looseObject({
    kind: z.string().max(50),
    page: z.looseObject({ url: smallText, path: smallText }),
  })
  .refine((value) => JSON.stringify(value).length <= 16_000, "An event has at most 16 KB.");

export const reportsSchema = z.object({
  url: z.string().max(4_000),
  runs: z
    .array(
      z.object({
        appletId: z.uuid(),
        version: z.int(),
        triggerId: z.uuid(),
        key: z.string().min(8).max(100),
        event,
        actions: z
          .array(
            z.object({
              id: z.uuid(),
              isDone: z.boolean(),
              ms: z.number().min(0).max(600_000),
              error: z.string().max(500).optional(),
            }),
          )
          .max(20),
      }),
    )
    .max(20),
});

export type Reports = z.infer<typeof reportsSchema>;

export async function takeReports(
  services: Services,
  engine: AppletEngine,
  owner: { readonly configId: string },
  reports: Reports,
): Promise<{ accepted: number }> {
  const programs = new Map((await programsOf(services.db, owner.configId)).map((it) => [it.instanceId, it]));
  let accepted = 0;
  for (const report of reports.runs) {
    const program = programs.get(report.appletId);
    const trigger = program?.triggers.find((it) => it.id === report.triggerId);
    if (!program || !trigger) continue;
    const occurred: AppletEvent & Record<string, unknown> = report.event;
    if (!matchTrigger(trigger.kind, trigger.options, occurred).matches) continue;
    const runId = await engine.submit({
      instanceId: program.instanceId,
      triggerId: trigger.id,
      triggerName: trigger.name,
      triggerKind: trigger.kind,
      event: eventOf(report.event),
      idempotencyKey: `page ${report.key}`,
      actions: browserResults(program, report),
    });
    if (runId !== undefined) accepted += 1;
  }
  return { accepted };
}

/** The parts a page may speak for. A chain or a webhook is not among them. */
function eventOf(reported: Record<string, unknown>): Record<string, unknown> {
  const { chain: _, webhook: __, conversation: ___, ...kept } = reported;
  return kept;
}

function browserResults(program: Program, report: Reports["runs"][number]): ActionResult[] {
  return program.actions.flatMap((action) => {
    if (ACTION_KINDS[action.kind] !== "browser") return [];
    const said = report.actions.find((it) => it.id === action.id);
    if (!said) return [];
    const status = said.isDone ? "SUCCEEDED" : "FAILED";
    const { id: actionId, name, packageName, options: input } = action;
    return [{ actionId, name, packageName, status, input, error: said.error, ms: said.ms }];
  });
}
