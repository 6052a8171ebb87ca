// What the test chat asks of the outside world, really carried out: a script in the sandbox, a request through the
// guard for outgoing calls, both only to the hosts of the solution. The same as in a conversation (decision 116).
import { filePaths } from "@parley/bot-data";
import { isVariableName, type Json, type JsonObject } from "@parley/flow";
import { sql } from "kysely";
import { z } from "zod";
import { readFile } from "#domains/bots";
import { createScriptHttp } from "#domains/script-sandbox";
import { Invalid } from "#platform/errors.ts";
import type { Context } from "../context.ts";
import { allowedHostsIn } from "./references.ts";
import type { OwnerRow } from "./queries.ts";

const record = z.record(z.string(), z.unknown());

export const triedEffect = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("runScript"),
    scriptId: z.string().min(1).max(200),
    arguments: record,
    variables: record,
  }),
  z.object({
    type: z.literal("httpRequest"),
    method: z.string().min(1).max(10),
    url: z.string().min(1).max(4_000),
    headers: z.record(z.string(), z.string()),
    body: z.string().max(200_000),
    timeoutMs: z.number().min(1).max(30_000),
  }),
]);
export type TriedEffect = z.infer<typeof triedEffect>;

export interface EffectTrial {
  readonly ok: boolean;
  readonly value: Json;
  readonly error: string | null;
  readonly said: string[];
  readonly variables: JsonObject;
  readonly logs: string[];
  readonly ms: number;
}

const nothing = { value: null, error: null, said: [], variables: {}, logs: [] };

export function readEffect(effect: unknown): TriedEffect {
  const { data, error } = triedEffect.safeParse(effect);
  if (data) return data;
  const [issue] = error.issues;
  const place = ["effect", ...(issue?.path ?? [])].join(".");
  throw new Invalid(place, "Only scripts and HTTP requests are tried here, with all their parts.");
}

export async function tryEffect(ctx: Context, owner: OwnerRow, effect: TriedEffect): Promise<EffectTrial> {
  const { rows } = await sql<{ bot_version_id: string | null; settings: unknown }>`
    select v.bot_version_id, s.settings from solution_versions v join solutions s on s.id = v.solution_id
    where v.id = ${owner.solutionVersionId}`.execute(ctx.db);
  const allowedHosts = allowedHostsIn(rows[0]?.settings);
  const begun = performance.now();
  const trial =
    effect.type === "runScript"
      ? await runScript(ctx, owner, effect, rows[0]?.bot_version_id ?? null, allowedHosts)
      : await callHttp(ctx, effect, allowedHosts);
  return { ...trial, ok: trial.error === null, ms: Math.round(performance.now() - begun) };
}

type Done = Omit<EffectTrial, "ok" | "ms">;

async function runScript(
  ctx: Context,
  owner: OwnerRow,
  effect: Extract<TriedEffect, { type: "runScript" }>,
  botVersionId: string | null,
  allowedHosts: readonly string[],
): Promise<Done> {
  if (botVersionId === null) {
    return { ...nothing, error: "There is no bot version to take the script from yet. Sync the flow first." };
  }
  const name = effect.scriptId.endsWith(".js") ? effect.scriptId : `${effect.scriptId}.js`;
  const file = await readFile(ctx.db, botVersionId, `${filePaths.scripts}${name}`);
  if (!file) return { ...nothing, error: `The version has no script ${effect.scriptId}.` };
  const result = await ctx.scripts.runScript({
    code: file.content,
    input: effect.arguments,
    variables: effect.variables,
    api: { http: createScriptHttp(ctx.outgoing, { allowedHosts }) },
    owner: owner.accountId,
  });
  const variables = Object.entries(result.variables).filter(
    ([key, value]) => isVariableName(key) && JSON.stringify(value) !== JSON.stringify(effect.variables[key]),
  );
  return {
    value: result.output as Json,
    error: result.error?.message ?? null,
    said: [...result.said],
    variables: Object.fromEntries(variables) as JsonObject,
    logs: result.logs.slice(0, 50),
  };
}

async function callHttp(
  ctx: Context,
  effect: Extract<TriedEffect, { type: "httpRequest" }>,
  allowedHosts: readonly string[],
): Promise<Done> {
  const { method, url, headers, body, timeoutMs } = effect;
  const http = createScriptHttp(ctx.outgoing, { allowedHosts, timeoutMs });
  try {
    const answer = (await http(
      { method, url, headers, ...(body !== "" && { body }) },
      AbortSignal.timeout(timeoutMs),
    )) as { status: number; body: Json };
    return { ...nothing, value: { status: answer.status, body: answer.body } };
  } catch (reason) {
    return { ...nothing, error: reason instanceof Error ? reason.message : String(reason) };
  }
}
