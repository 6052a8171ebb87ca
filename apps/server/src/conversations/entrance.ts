// The place a visitor comes in: a widget with its stream, channel and the pages it may appear on.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { isId } from "#platform/ids.ts";
import type { Config } from "#platform/config.ts";
import type { PageRule } from "./allowed-pages.ts";

export interface Entrance {
  readonly widgetId: string | null;
  readonly widgetName: string;
  readonly style: Record<string, unknown>;
  readonly safeCss: string;
  readonly streamId: string;
  readonly pypeId: string;
  readonly projectId: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly environment: string;
  readonly isOpen: boolean;
  readonly startBotId: string | null;
  readonly startsWithBot: boolean;
  readonly requiresVisitorToken: boolean;
  readonly sealedVisitorSecret: string | null;
  readonly language: string;
  readonly pages: readonly PageRule[];
}

const columns = sql`s.id as "streamId", p.id as "pypeId", p.project_id as "projectId", p.customer_id as "customerId",
  k.name as "customerName", k.bot_language as language, p.environment,
  p.status = 'ACTIVE' and coalesce(e.status, 'ACTIVE') = 'ACTIVE' as "isOpen",
  case when s.bot_enabled and s.start_chat_bot_enabled then s.start_chat_bot_id end as "startBotId",
  s.auto_start_with_bot as "startsWithBot", p.requires_visitor_token as "requiresVisitorToken",
  p.visitor_secret_encrypted as "sealedVisitorSecret",
  coalesce((select json_agg(json_build_object('host', d.host, 'port', d.port, 'type', d.type, 'pathPrefix', d.path_prefix))
    from domains d where d.project_environment_config_id = e.id), '[]') as pages`;

const environment = sql`left join (select c.id, c.project_id, c.status, n.name from project_environment_configs c
  join environments n on n.id = c.environment_id) e on e.project_id = p.project_id and e.name = p.environment`;

export async function entranceOfWidget(db: Db, widgetId: string): Promise<Entrance | undefined> {
  if (!isId(widgetId)) return undefined;
  const { rows } = await sql<Entrance>`select w.id as "widgetId", w.widget_name as "widgetName", w.style,
      w.safe_css as "safeCss", ${columns}
    from widgets w join streams s on s.id = w.stream_id join pypes p on p.id = w.pype_id
      join customers k on k.id = p.customer_id ${environment}
    where w.id = ${widgetId}`.execute(db);
  return rows[0];
}

/** For a test run from the console, which needs no widget. */
export async function entranceOfStream(
  db: Db,
  pypeId: string,
  streamId: string,
): Promise<Entrance | undefined> {
  if (!isId(pypeId) || !isId(streamId)) return undefined;
  const { rows } =
    await sql<Entrance>`select null as "widgetId", s.name as "widgetName", '{}'::jsonb as style,
      '' as "safeCss", ${columns}
    from streams s join pypes p on p.id = s.pype_id join customers k on k.id = p.customer_id ${environment}
    where s.id = ${streamId} and p.id = ${pypeId}`.execute(db);
  return rows[0];
}

/** Our own pages: the chat's frame itself, and the console that previews it. */
export function ownOrigins({ urls }: Config): string[] {
  return [urls.api, urls.console].map((url) => new URL(url).origin);
}

const maxSightings = 500;

/** The install check: where the widget was seen, and whether it may appear there. */
export async function recordSighting(
  db: Db,
  widgetId: string,
  pageUrl: string,
  isAllowed: boolean,
): Promise<void> {
  const url = URL.parse(pageUrl);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return;
  // What stands behind the question mark may be personal.
  const page = `${url.origin}${url.pathname}`.slice(0, 500);
  await sql`insert into widget_sightings (widget_id, page_url, is_allowed)
    select ${widgetId}::uuid, ${page}, ${isAllowed}
    where (select count(*) from widget_sightings where widget_id = ${widgetId}::uuid) < ${maxSightings}
      or exists (select 1 from widget_sightings where widget_id = ${widgetId}::uuid and page_url = ${page})
    on conflict (widget_id, page_url) do update set is_allowed = excluded.is_allowed, last_seen_at = now(),
      times = widget_sightings.times + 1`.execute(db);
}
