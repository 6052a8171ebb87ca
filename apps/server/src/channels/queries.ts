import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import type { Environment } from "./twins.ts";

const pypeColumns = [
  "id",
  "customer_id",
  "project_id",
  "environment",
  "name",
  "description",
  "logo",
  "status",
  "agent_routing",
  "retry_attempts",
  "retry_timeout_ms",
  "integration_name",
  "integration_header_names",
  "version",
] as const;

/** Ordered by name; with a bot, only channels whose streams name it. */
export function listPypes(
  db: Db,
  filter: { customerId: string; projectId: string; botId?: string | undefined },
) {
  return db
    .selectFrom("pypes")
    .select(pypeColumns)
    .where("project_id", "=", filter.projectId)
    .where("customer_id", "=", filter.customerId)
    .$if(filter.botId !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom("streams as s")
            .select("s.id")
            .whereRef("s.pype_id", "=", "pypes.id")
            .where((inner) =>
              inner.or([
                inner("s.start_chat_bot_id", "=", filter.botId ?? ""),
                inner("s.end_chat_bot_id", "=", filter.botId ?? ""),
              ]),
            ),
        ),
      ),
    )
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .orderBy("id")
    .execute();
}

export function findPype(db: Db, place: { projectId: string; environment: Environment; id: string }) {
  return db
    .selectFrom("pypes")
    .select(pypeColumns)
    .where("id", "=", place.id)
    .where("project_id", "=", place.projectId)
    .where("environment", "=", place.environment)
    .executeTakeFirst();
}

/** For DataLoaders: streams of each channel, by name. */
export async function streamsOfPypes(db: Db, pypeIds: readonly string[]) {
  const rows = await db
    .selectFrom("streams")
    .selectAll()
    .where("pype_id", "in", [...pypeIds])
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .orderBy("id")
    .execute();
  return pypeIds.map((id) => rows.filter((row) => row.pype_id === id));
}

/** For DataLoaders: widgets of each stream, by name. */
export async function widgetsOfStreams(db: Db, streamIds: readonly string[]) {
  const rows = await db
    .selectFrom("widgets")
    .selectAll()
    .where("stream_id", "in", [...streamIds])
    .orderBy((eb) => eb.fn("lower", ["widget_name"]))
    .orderBy("id")
    .execute();
  return streamIds.map((id) => rows.filter((row) => row.stream_id === id));
}

/** For DataLoaders: where each widget was seen, newest first. */
export async function sightingsOfWidgets(db: Db, widgetIds: readonly string[]) {
  const { rows } = await sql<{
    widgetId: string;
    pageUrl: string;
    isAllowed: boolean;
    lastSeenAt: Date;
    times: number;
  }>`
    select widget_id as "widgetId", page_url as "pageUrl", is_allowed as "isAllowed", last_seen_at as "lastSeenAt", times
    from widget_sightings where widget_id = any(${[...widgetIds]}::uuid[]) order by last_seen_at desc limit 200`.execute(
    db,
  );
  return widgetIds.map((id) => rows.filter((row) => row.widgetId === id));
}

export function findStream(db: Db, pypeId: string, id: string) {
  return db
    .selectFrom("streams")
    .selectAll()
    .where("pype_id", "=", pypeId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export function findWidget(db: Db, pypeId: string, id: string) {
  return db
    .selectFrom("widgets")
    .selectAll()
    .where("pype_id", "=", pypeId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export function listExternalAgents(db: Db, filter: { projectId: string; customerId: string }) {
  return db
    .selectFrom("external_agent_integrations")
    .selectAll()
    .where("project_id", "=", filter.projectId)
    .where("customer_id", "=", filter.customerId)
    .orderBy((eb) => eb.fn("lower", ["integration_name"]))
    .execute();
}
