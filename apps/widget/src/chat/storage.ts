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
}

export interface Storage {
  read(): Kept;
  write(change: Partial<Kept>): void;
  forgetConversation(): void;
}

export function createStorage(widgetId: string): Storage {
  const key = `parley-chat-${widgetId}`;
  let kept: Kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(key) ?? "{}") as Kept;
  } catch {
    // A browser that keeps nothing still has this page's memory.
  }
  const save = () => {
    try {
      localStorage.setItem(key, JSON.stringify(kept));
    } catch {
      // The same.
    }
  };
  return {
    read: () => kept,
    write(change) {
      kept = { ...kept, ...change };
      save();
    },
    forgetConversation() {
      const { visitorId } = kept;
      kept = visitorId === undefined ? {} : { visitorId };
      save();
    },
  };
}

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
