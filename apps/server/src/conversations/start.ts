// Opens a conversation on a stream: which bot, which version, whose visitor.
import { initialState, type JsonObject } from "@parley/flow";
import { sql } from "kysely";
import { createHash, randomBytes } from "node:crypto";
import { deployedVersionId } from "#domains/bots";
import type { Db } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";
import { advance } from "./advance.ts";
import type { Chat } from "./chat.ts";
import type { Committed } from "./commit.ts";
import { begin } from "./hear.ts";
import { limits } from "./rate-limits.ts";

export interface NewConversation {
  readonly projectId: string;
  readonly customerId: string;
  readonly environment: string;
  /** Null only for a test of one version. */
  readonly pypeId: string | null;
  readonly streamId: string | null;
  readonly widgetId: string | null;
  readonly startBotId: string | null;
  /** Instead of the version that is deployed. */
  readonly startVersionId?: string;
  readonly visitorId: string;
  readonly visitorIdentity: JsonObject | null;
  readonly pageUrl: string;
  readonly language: string;
  readonly isTest: boolean;
  /** What the page knows and the flow may read, as the variable `page`. */
  readonly page: JsonObject;
}

export async function startConversation(
  chat: Chat,
  opening: NewConversation,
): Promise<{ id: string; token: string; committed: Committed }> {
  const { db } = chat.services;
  const versionId =
    opening.startVersionId ??
    (opening.startBotId ? await deployedVersionId(db, opening.startBotId, opening.environment) : undefined);
  const id = newId();
  const token = randomBytes(32).toString("base64url");
  const state = initialState({
    visitor: {
      id: opening.visitorId,
      isVerified: opening.visitorIdentity !== null,
      ...opening.visitorIdentity,
    },
    conversation: { id, language: opening.language },
    channel: { environment: opening.environment, pageUrl: opening.pageUrl },
    page: opening.page,
  });
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("conversations")
      .values({
        id,
        project_id: opening.projectId,
        customer_id: opening.customerId,
        environment: opening.environment,
        pype_id: opening.pypeId,
        stream_id: opening.streamId,
        widget_id: opening.widgetId,
        bot_id: opening.startBotId,
        bot_version_id: versionId ?? null,
        is_test: opening.isTest,
        token_hash: hashOf(token),
        visitor_id: opening.visitorId,
        visitor_identity: opening.visitorIdentity === null ? null : JSON.stringify(opening.visitorIdentity),
        page_url: opening.pageUrl,
        language: opening.language,
        state: JSON.stringify(state),
      })
      .execute();
    const { projectId, customerId, environment } = opening;
    await publish(tx, "conversation-started", { conversationId: id, projectId, customerId, environment });
  });
  return { id, token, committed: await advance(chat, id, (draft) => begin(chat, draft)) };
}

export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export interface Admitted {
  readonly id: string;
  readonly widgetId: string | null;
  readonly pypeId: string | null;
  readonly status: string;
  readonly lastSequence: number;
  readonly turnCount: number;
  readonly visitorId: string;
  readonly isTest: boolean;
}

/** Undefined for a wrong token as for a conversation that does not exist. */
export async function admit(chat: Chat, id: string, token: string): Promise<Admitted | undefined> {
  const { rows } = await sql<Admitted>`
    select id, widget_id as "widgetId", pype_id as "pypeId", status, last_sequence as "lastSequence",
      turn_count as "turnCount", visitor_id as "visitorId", is_test as "isTest"
    from conversations where id = ${id} and token_hash = ${hashOf(token)}`.execute(chat.services.db);
  return rows[0];
}

/** The limit of one server, counted over all of them: 0, or the seconds until the channel takes another visitor. */
export async function secondsUntilChannelStart(
  db: Db,
  place: { projectId: string; customerId: string; pypeId: string },
): Promise<number> {
  const { burst, perSecond } = limits.startsOfChannel;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from conversations where project_id = ${place.projectId}
      and customer_id = ${place.customerId} and pype_id = ${place.pypeId}
      and started_at > now() - make_interval(secs => ${burst / perSecond})`.execute(db);
  return (rows[0]?.count ?? 0) < burst ? 0 : 1;
}

/** The limit of one server, counted over all of them: 0, or the seconds until this visitor may begin again. */
export async function secondsUntilStart(db: Db, widgetId: string, visitorId: string): Promise<number> {
  const { burst, perSecond } = limits.startsOfVisitor;
  const { rows } = await sql<{ started_at: Date }>`
    select started_at from conversations where widget_id = ${widgetId} and visitor_id = ${visitorId}
      and started_at > now() - make_interval(secs => ${burst / perSecond})
    order by started_at desc limit ${burst}`.execute(db);
  return rows.length < burst ? 0 : Math.ceil(1 / perSecond);
}
