// A conversation as the runtime sees it: its row, and what its channel says about answering.
import type { ConversationState, Effect, JsonObject } from "@parley/flow";
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

export type Status = "BOT" | "WAITING" | "AGENT" | "ENDED";
export type Routing = "BOT_ONLY" | "BOT_THEN_AGENT" | "AGENT_FIRST";

/** What the conversation waits for from outside. `isHost` effects were not asked for by the flow. */
export type PendingEffect = Effect & { readonly isHost?: boolean };

export interface Conversation {
  readonly id: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly customerId: string;
  readonly environment: string;
  readonly streamId: string | null;
  readonly pypeId: string | null;
  readonly botId: string | null;
  readonly botVersionId: string | null;
  readonly endBotId: string | null;
  readonly endBotVersionId: string | null;
  readonly phase: "START" | "END";
  readonly status: Status;
  readonly isTest: boolean;
  readonly visitorId: string;
  readonly visitorIdentity: JsonObject | null;
  readonly language: string;
  readonly outcome: string;
  readonly agentId: string | null;
  readonly externalAgentId: string | null;
  readonly lastSequence: number;
  readonly turnCount: number;
  readonly version: number;
  readonly state: ConversationState;
  readonly pendingEffect: PendingEffect | null;
  readonly routing: Routing;
  readonly retryAttempts: number;
  readonly retryTimeoutMs: number;
  readonly integrationId: string | null;
  readonly nextEndBotId: string | null;
  readonly startedAt: Date;
}

export async function readConversation(db: Db, id: string): Promise<Conversation | undefined> {
  const { rows } = await sql<Conversation>`
    select c.id, c.project_id as "projectId", o.account_id as "accountId", c.customer_id as "customerId",
      c.environment, c.stream_id as "streamId", c.pype_id as "pypeId",
      c.bot_id as "botId", c.bot_version_id as "botVersionId",
      c.end_bot_id as "endBotId", c.end_bot_version_id as "endBotVersionId",
      c.phase, c.status, c.is_test as "isTest", c.visitor_id as "visitorId",
      c.visitor_identity as "visitorIdentity", c.language, c.outcome, c.agent_id as "agentId",
      c.external_agent_id as "externalAgentId", c.last_sequence as "lastSequence", c.turn_count as "turnCount",
      c.version, c.state, c.pending_effect as "pendingEffect", c.started_at as "startedAt",
      coalesce(p.agent_routing, 'BOT_ONLY') as routing, coalesce(p.retry_attempts, 3) as "retryAttempts",
      coalesce(p.retry_timeout_ms, 35000) as "retryTimeoutMs", i.id as "integrationId",
      case when s.end_chat_bot_enabled then s.end_chat_bot_id end as "nextEndBotId"
    from conversations c
      join projects o on o.id = c.project_id
      left join pypes p on p.id = c.pype_id
      left join streams s on s.id = c.stream_id
      left join external_agent_integrations i on i.customer_id = c.customer_id and i.environment = c.environment
        and lower(i.integration_name) = lower(p.integration_name)
    where c.id = ${id}`.execute(db);
  return rows[0];
}

export interface Place {
  readonly conversationId: string;
  readonly projectId: string;
  readonly customerId: string;
  readonly environment: string;
}

export function placeOf(conversation: Conversation): Place {
  const { id, projectId, customerId, environment } = conversation;
  return { conversationId: id, projectId, customerId, environment };
}
