// What survives a reload: the conversation, who the visitor is here, and messages that nobody has accepted yet.
import type { Content, Conversation } from "./frames.ts";

export interface Unsent {
  id: string;
  content: Content;
}

interface Kept {
  visitorId?: string;
  conversation?: Conversation;
  unsent?: Unsent[];
  seen?: number;
  /** The page was told every command up to here; a reload does not tell it again. */
  told?: number;
  /** When plain requests last had to stand in for a websocket. */
  plainAt?: number;
}

export interface Storage {
  read(): Kept;
  write(change: Partial<Kept>): void;
  forgetConversation(): void;
}

export function createStorage(widgetId: string): Storage {
  const key = `parley-chat-${widgetId}`;
  const stored = (): Kept => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "{}") as Kept;
    } catch {
      // A browser that keeps nothing still has this page's memory.
      return {};
    }
  };
  const save = (change: Kept) => {
    try {
      localStorage.setItem(key, JSON.stringify(change));
    } catch {
      // The same.
    }
  };
  let kept = stored();
  return {
    read: () => kept,
    write(change) {
      kept = { ...kept, ...change };
      // Another tab may have begun a new conversation: what this one did not change is not written over it.
      save({ ...stored(), ...change });
    },
    forgetConversation() {
      const { visitorId, plainAt } = kept;
      kept = { ...(visitorId !== undefined && { visitorId }), ...(plainAt !== undefined && { plainAt }) };
      save(kept);
    },
  };
}

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
