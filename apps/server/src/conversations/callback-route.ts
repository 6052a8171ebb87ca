// How a live-agent system answers: its token says which system it is, and it reaches only conversations
// that were handed to it.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { z } from "zod";
import { hashToken } from "#domains/channels";
import { PublicError } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";
import type { Services } from "../context.ts";
import { advance } from "./advance.ts";
import { createChat, type Chat } from "./chat.ts";
import { clientMessageId, longestText } from "./content.ts";
import { sequenceOfClientMessage } from "./messages.ts";
import { personIsDone, personSays, personTakes } from "./people.ts";

const agentName = z.string().trim().min(1).max(100).default("A colleague");
const words = z
  .string()
  .min(1)
  .max(longestText)
  .transform((text) => text.toWellFormed().replaceAll("\0", ""));
const message = z.strictObject({ id: clientMessageId, text: words, agentName });
const person = z.strictObject({ agentName });
const closing = z.strictObject({
  backToBot: z.boolean().default(false),
  outcome: z.string().max(60).optional(),
});

interface Caller {
  readonly chat: Chat;
  readonly conversationId: string;
}

export function registerCallbacks(app: FastifyInstance, services: Services): void {
  const route = <T>(
    verb: string,
    schema: z.ZodType<T>,
    handle: (caller: Caller, body: T) => Promise<unknown>,
  ) =>
    app.post<{ Params: { id: string } }>(
      `/external-agents/v1/conversations/:id/${verb}`,
      { bodyLimit: 64 * 1024 },
      async (request) => {
        const conversationId = await authorised(services, request, request.params.id);
        const body = schema.safeParse(request.body ?? {});
        if (!body.success) {
          const issue = body.error.issues[0];
          throw new PublicError(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`, "INVALID", 400);
        }
        return handle({ chat: createChat(services), conversationId }, body.data);
      },
    );

  route("take", person, async ({ chat, conversationId }, { agentName: name }) => {
    await advance(chat, conversationId, (draft) => personTakes(draft, { name }));
    return { status: "AGENT" };
  });
  route("messages", message, async ({ chat, conversationId }, { id, text, agentName: name }) => {
    try {
      const { messages } = await advance(chat, conversationId, (draft) =>
        personSays(draft, { name }, { type: "text", text }, id),
      );
      return { sequence: messages.at(-1)?.sequence };
    } catch (error) {
      const known = await sequenceOfClientMessage(services.db, conversationId, id);
      if (known === undefined) throw error;
      return { sequence: known };
    }
  });
  route("typing", person, async ({ conversationId }, { agentName: name }) => {
    await publish(services.db, "conversation-typing", { conversationId, author: "agent", name });
    return {};
  });
  route("close", closing, async ({ chat, conversationId }, { backToBot, outcome }) => {
    await advance(chat, conversationId, (draft) =>
      personIsDone(chat, draft, { isBackToBot: backToBot, ...(outcome && { outcome }) }),
    );
    return {};
  });
}

/** One answer for a wrong token, an outdated one and a conversation of somebody else. */
async function authorised(services: Services, request: FastifyRequest, id: string): Promise<string> {
  const token = /^Bearer (\S{10,200})$/.exec(request.headers.authorization ?? "")?.[1];
  const hash = hashToken(token ?? "");
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c join external_agent_integrations i on i.id = c.external_agent_id
    where c.id = ${isId(id) ? id : null} and c.status in ('WAITING', 'AGENT')
      and (i.callback_token_hash = ${hash} or (i.previous_token_hash = ${hash} and i.previous_token_until > now()))`.execute(
    services.db,
  );
  const found = rows[0];
  if (token === undefined || !found) {
    services.log.warn({ security: true, conversationId: id }, "a live-agent callback was refused");
    throw new PublicError("The token is not accepted for this conversation.", "UNAUTHENTICATED", 401);
  }
  return found.id;
}
