// What moving a conversation needs, and who wants to hear about it in this process.
import type { Services } from "../context.ts";
import type { Committed } from "./commit.ts";
import { type CommitQueue, createCommitQueue } from "./commit-queue.ts";
import type { Conversation } from "./conversation.ts";

export interface Chat {
  readonly services: Services;
  /** The newest state this process wrote, to spare a read; the fence finds out when it is not the newest. */
  readonly known: Map<string, Conversation>;
  /** Effects under way here: given back when the server stops. */
  readonly working: Set<string>;
  /** Tells the other servers that there is something to read. */
  readonly wake: () => void;
  readonly commit: CommitQueue;
  onCommitted?(committed: Committed): void;
  onDelta?(conversationId: string, effectId: string, text: string): void;
}

export function createChat(services: Services, listeners: Pick<Chat, "onCommitted" | "onDelta"> = {}): Chat {
  return { services, known: new Map(), working: new Set(), ...sharedBy(services), ...listeners };
}

// Calls of the API each have a chat of their own; what wakes the readers and what writes belongs to the server.
type Shared = Pick<Chat, "wake" | "commit">;
const shared = new WeakMap<Services["live"], Shared>();

function sharedBy({ live, pool }: Services): Shared {
  const known = shared.get(live) ?? { wake: live.tell, commit: createCommitQueue(pool) };
  shared.set(live, known);
  return known;
}

const mostKnown = 2_000;

export function remember(chat: Chat, conversation: Conversation): void {
  chat.known.delete(conversation.id);
  if (chat.known.size >= mostKnown) chat.known.delete(chat.known.keys().next().value ?? "");
  if (conversation.status !== "ENDED") chat.known.set(conversation.id, conversation);
}
