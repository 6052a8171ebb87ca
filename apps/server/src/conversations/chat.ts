// What moving a conversation needs, and who wants to hear about it in this process.
import type { Services } from "../context.ts";
import type { Committed } from "./commit.ts";
import type { Conversation } from "./conversation.ts";

export interface Chat {
  readonly services: Services;
  /** The newest state this process wrote, to spare a read; the fence finds out when it is not the newest. */
  readonly known: Map<string, Conversation>;
  /** Effects under way here: given back when the server stops. */
  readonly working: Set<string>;
  onCommitted?(committed: Committed): void;
  onDelta?(conversationId: string, effectId: string, text: string): void;
}

export function createChat(services: Services, listeners: Pick<Chat, "onCommitted" | "onDelta"> = {}): Chat {
  return { services, known: new Map(), working: new Set(), ...listeners };
}

const mostKnown = 2_000;

export function remember(chat: Chat, conversation: Conversation): void {
  chat.known.delete(conversation.id);
  if (chat.known.size >= mostKnown) chat.known.delete(chat.known.keys().next().value ?? "");
  if (conversation.status !== "ENDED") chat.known.set(conversation.id, conversation);
}
