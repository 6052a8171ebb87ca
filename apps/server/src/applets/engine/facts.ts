// What a condition and placeholders may know on the server.
import { sql } from "kysely";
import type { Facts } from "@parley/condition";
import { isObject } from "#domains/packages";
import type { Db } from "#platform/database.ts";
import { wallClock } from "../schedule/next-run.ts";
import type { Program } from "./program.ts";

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const known = new Map<string, { readonly minute: number; readonly facts: Facts }>();

/** The same for a whole minute, and asked for by every run. */
export function timeFacts(now: Date, timeZone: string): Facts {
  const minute = Math.floor(now.getTime() / 60_000);
  const last = known.get(timeZone);
  if (last?.minute === minute) return last.facts;
  const facts = factsAt(now, timeZone);
  known.set(timeZone, { minute, facts });
  return facts;
}

function factsAt(now: Date, timeZone: string): Facts {
  const local = wallClock(now.getTime(), timeZone);
  return {
    date: local.toISOString().slice(0, 10),
    time: local.toISOString().slice(11, 16),
    hour: local.getUTCHours(),
    weekday: weekdays[local.getUTCDay()],
    zone: timeZone,
  };
}

export async function variablesOf(db: Db, configId: string): Promise<Facts> {
  const { rows } = await sql<{ name: string; value: unknown }>`
    select name, value from applet_variables where project_environment_config_id = ${configId}`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.name, row.value]));
}

/** The event says what happened; the rest says where. Parts of the event that have a name of their own are facts too. */
export function factsOf(
  program: Pick<Program, "settings" | "projectName" | "environmentName">,
  event: Record<string, unknown>,
  more: { readonly time: Facts; readonly variable: Facts },
): Record<string, unknown> {
  const { page, visitor, device, conversation, message, webhook, cookie, ...rest } = event;
  return {
    ...only({ page, visitor, device, conversation, message, webhook, cookie }),
    event: rest,
    variable: more.variable,
    settings: program.settings,
    project: { name: program.projectName },
    environment: { name: program.environmentName },
    time: more.time,
  };
}

function only(parts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => isObject(value)));
}
