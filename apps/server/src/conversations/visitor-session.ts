// What a visitor can do, whatever carries it: open or continue a conversation, send, type, end.
import type { JsonObject } from "@parley/flow";
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { PublicError } from "#platform/errors.ts";
import { publish } from "#platform/live.ts";
import type { Services } from "../context.ts";
import { advance } from "./advance.ts";
import { isAllowedOrigin, isAllowedPage } from "./allowed-pages.ts";
import type { Chat } from "./chat.ts";
import type { Content, VisitorContent } from "./content.ts";
import { type Entrance, entranceOfWidget, ownOrigins, recordSighting } from "./entrance.ts";
import { begin, hear, visitorEnds } from "./hear.ts";
import { sequenceOfClientMessage } from "./messages.ts";
import { type Hello, Refusal } from "./protocol.ts";
import type { RateLimits } from "./rate-limits.ts";
import { admit, secondsUntilChannelStart, secondsUntilStart, startConversation } from "./start.ts";
import { type IdentityProof, provenIdentity, visitorSecretBinding } from "./visitor-identity.ts";

export interface Opened {
  readonly id: string;
  /** Only when it is new. */
  readonly token?: string;
  readonly visitorId: string;
  readonly pypeId: string;
  readonly status: string;
  readonly lastSequence: number;
  /** What the visitor has already seen. */
  readonly after: number;
}

export interface Front {
  readonly chat: Chat;
  readonly rates: RateLimits;
}

export async function open(front: Front, hello: Hello, origin: string): Promise<Opened> {
  if (hello.conversation) return resume(front, hello, hello.conversation, origin);
  const { services } = front.chat;
  const entrance = hello.widgetId ? await entranceOfWidget(services.db, hello.widgetId) : undefined;
  if (!entrance?.widgetId) throw new Refusal("unknown-widget", "There is no such chat.");
  const isAllowed = isAtHome(services, entrance, hello.pageUrl, origin);
  await recordSighting(services.db, entrance.widgetId, hello.pageUrl || origin, isAllowed);
  if (!isAllowed) throw new Refusal("origin", "This chat may not be used on this page.");
  if (!entrance.isOpen) throw new Refusal("closed", "Nobody is here right now. Please come back later.");
  const identity = identityOf(services, entrance, hello.identity);
  const visitorId = hello.visitorId ?? randomBytes(16).toString("base64url");
  refuseTooMany(front.rates.take("startsOfVisitor", `${entrance.pypeId} ${visitorId}`));
  refuseTooMany(front.rates.take("startsOfChannel", entrance.pypeId));
  refuseTooMany(await secondsUntilStart(services.db, entrance.widgetId, visitorId));
  refuseTooMany(await secondsUntilChannelStart(services.db, entrance));
  const { id, token, committed } = await startConversation(front.chat, {
    ...entrance,
    visitorId,
    visitorIdentity: identity,
    pageUrl: hello.pageUrl.toWellFormed().replaceAll("\0", ""),
    language: hello.language ?? entrance.language,
    isTest: false,
    page: hello.page,
  });
  const { status, lastSequence } = committed.conversation;
  return { id, token, visitorId, pypeId: entrance.pypeId, status, lastSequence, after: 0 };
}

async function resume(
  front: Front,
  hello: Hello,
  given: NonNullable<Hello["conversation"]>,
  origin: string,
): Promise<Opened> {
  const { services } = front.chat;
  refuseTooMany(front.rates.take("connectionsOfVisitor", given.id));
  const found = await admit(front.chat, given.id, given.token);
  // The same answer for a wrong token and for a conversation that never was.
  const pypeId = found?.isTest ? (found.pypeId ?? found.id) : found?.pypeId;
  if (!found || !pypeId) throw new Refusal("token", "This conversation cannot be continued.");
  const entrance = found.widgetId ? await entranceOfWidget(services.db, found.widgetId) : undefined;
  const isOwn = ownOrigins(services.config).includes(origin);
  if (!isOwn && !(entrance && isAllowedOrigin(origin, entrance.pages, []))) {
    throw new Refusal("origin", "This chat may not be used on this page.");
  }
  let { status, lastSequence } = found;
  if (found.turnCount === 0) {
    // The server that opened it died before the greeting.
    const { conversation } = await advance(front.chat, given.id, (draft) => begin(front.chat, draft));
    ({ status, lastSequence } = conversation);
  }
  const after = Math.min(given.after, lastSequence);
  return { id: given.id, visitorId: found.visitorId, pypeId, status, lastSequence, after };
}

function isAtHome(services: Services, entrance: Entrance, pageUrl: string, origin: string): boolean {
  const own = ownOrigins(services.config);
  // From our own frame the page around it counts; from a page that speaks the protocol itself, its origin.
  if (!own.includes(origin)) return isAllowedOrigin(origin, entrance.pages, []);
  return isAllowedPage(pageUrl || origin, entrance.pages, own);
}

function identityOf(
  services: Services,
  entrance: Entrance,
  proof: IdentityProof | undefined,
): JsonObject | null {
  const { sealedVisitorSecret: sealed, projectId, pypeId } = entrance;
  if (proof === undefined || sealed === null) {
    if (entrance.requiresVisitorToken) throw new Refusal("identity", "Sign in on this page to use the chat.");
    return null;
  }
  const secret = services.secrets.decryptSecret(sealed, visitorSecretBinding(projectId, pypeId));
  const identity = provenIdentity(proof, secret);
  if (!identity)
    throw new Refusal("identity", "The page could not prove who you are. Reload it and try again.");
  return identity;
}

/** Answers the sequence under which the message is kept. The same id again is the same message. */
export async function send(
  front: Front,
  opened: Opened,
  clientMessageId: string,
  content: VisitorContent,
): Promise<number> {
  refuseTooMany(front.rates.take("messagesOfVisitor", opened.id));
  refuseTooMany(front.rates.take("messagesOfChannel", opened.pypeId));
  const { chat } = front;
  const full = await withFile(chat.services, opened.id, content);
  try {
    const { messages } = await advance(chat, opened.id, (draft) => hear(chat, draft, full, clientMessageId));
    return messages.find((message) => message.clientMessageId === clientMessageId)?.sequence ?? 0;
  } catch (error) {
    const known = await sequenceOfClientMessage(chat.services.db, opened.id, clientMessageId);
    if (known !== undefined) {
      chat.known.delete(opened.id);
      return known;
    }
    throw refusalOf(error);
  }
}

async function withFile(
  services: Services,
  conversationId: string,
  content: VisitorContent,
): Promise<Content> {
  if (content.type !== "file") return content;
  const { rows } = await sql<{ name: string; mimeType: string; size: number }>`
    select f.original_name as name, f.mime_type as "mimeType", f.size from conversation_files c
      join files f on f.id = c.file_id
    where c.file_id = ${content.fileId} and c.conversation_id = ${conversationId}`.execute(services.db);
  const file = rows[0];
  if (!file) throw new Refusal("file", "This file is not part of the conversation.");
  return { type: "file", fileId: content.fileId, ...file };
}

export async function endByVisitor(front: Front, opened: Opened): Promise<void> {
  await advance(front.chat, opened.id, (draft) => visitorEnds(front.chat, draft));
}

export async function visitorTypes(front: Front, opened: Opened): Promise<void> {
  await publish(front.chat.services.db, "conversation-typing", {
    conversationId: opened.id,
    author: "visitor",
  });
}

function refuseTooMany(seconds: number): void {
  if (seconds > 0) throw new Refusal("too-many", "That was a lot at once. Please wait a moment.", seconds);
}

export function refusalOf(error: unknown): unknown {
  if (!(error instanceof PublicError)) return error;
  return new Refusal(error.message.includes("ended") ? "ended" : "busy", error.message);
}
