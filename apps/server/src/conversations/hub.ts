// Who listens to which conversation in this process. What was committed here is handed on directly; what
// another server committed is read from the log when a hint comes. Either way a listener's cursor moves by
// one at a time, so that it never sees a gap, a repeat or another order.
import type { LiveEvent } from "#platform/live.ts";
import type { Log } from "#platform/log.ts";
import type { Committed } from "./commit.ts";
import type { Message } from "./content.ts";
import type { ServerFrame } from "./protocol.ts";

export interface Listener {
  readonly conversationId: string;
  /** The last sequence it was given. */
  cursor: number;
  status: string;
  send(frame: ServerFrame): void;
  isReading?: boolean;
  isBehind?: boolean;
}

export interface Hub {
  add(listener: Listener): () => void;
  /** Brings one listener up to date from the log. */
  catchUp(listener: Listener): Promise<void>;
  committed(committed: {
    readonly conversation: Pick<Committed["conversation"], "id" | "status" | "pendingEffect">;
    readonly messages: readonly Message[];
  }): void;
  hinted(event: LiveEvent): void;
  typed(event: LiveEvent): void;
  delta(conversationId: string, effectId: string, text: string): void;
  readonly size: number;
}

const tryAgainMs = 1_000;

export function createHub(options: {
  /** A page of what follows, by sequence; fewer than `pageSize` when there is no more. */
  readonly messagesAfter: (conversationId: string, sequence: number) => Promise<readonly Message[]>;
  readonly pageSize: number;
  readonly log: Pick<Log, "warn">;
  readonly later?: (retry: () => void) => void;
}): Hub {
  const { messagesAfter, pageSize, log } = options;
  const later = options.later ?? ((retry) => void setTimeout(retry, tryAgainMs).unref());
  const rooms = new Map<string, Set<Listener>>();
  const listenersOf = (id: string) => rooms.get(id) ?? [];

  function give(listener: Listener, messages: readonly Message[]): void {
    for (const message of messages) {
      if (message.sequence !== listener.cursor + 1) continue;
      listener.cursor = message.sequence;
      listener.send({ type: "message", message });
    }
  }

  async function catchUp(listener: Listener): Promise<void> {
    if (listener.isReading) {
      listener.isBehind = true;
      return;
    }
    listener.isReading = true;
    try {
      do {
        listener.isBehind = false;
        for (;;) {
          const before = listener.cursor;
          const messages = await messagesAfter(listener.conversationId, before);
          give(listener, messages);
          if (messages.length < pageSize || listener.cursor === before) break;
        }
      } while (listener.isBehind);
    } finally {
      listener.isReading = false;
    }
  }

  const isListening = (listener: Listener) => rooms.get(listener.conversationId)?.has(listener) ?? false;
  const read = (listener: Listener) =>
    void catchUp(listener).catch((error: unknown) => {
      log.warn({ error }, "could not read a conversation, will try again");
      // Nobody may ever say another word that would make it read again.
      later(() => isListening(listener) && read(listener));
    });

  function tellStatus(listener: Listener, status: string, isBusy: boolean): void {
    if (listener.status !== status) {
      listener.status = status;
      listener.send({ type: "status", status });
    }
    if (isBusy) listener.send({ type: "typing", author: "bot", name: "" });
  }

  return {
    add(listener) {
      const room = rooms.get(listener.conversationId) ?? new Set();
      rooms.set(listener.conversationId, room.add(listener));
      return () => {
        room.delete(listener);
        if (room.size === 0 && rooms.get(listener.conversationId) === room)
          rooms.delete(listener.conversationId);
      };
    },
    catchUp,
    committed({ conversation, messages }) {
      for (const listener of listenersOf(conversation.id)) {
        const isNext = (messages[0]?.sequence ?? 0) <= listener.cursor + 1;
        if (isNext && !listener.isReading) give(listener, messages);
        else read(listener);
        tellStatus(listener, conversation.status, conversation.pendingEffect !== null);
      }
    },
    hinted({ payload }) {
      const { conversationId, sequence, status, isBusy } = payload;
      if (typeof conversationId !== "string" || typeof sequence !== "number") return;
      for (const listener of listenersOf(conversationId)) {
        if (sequence <= listener.cursor) continue;
        read(listener);
        tellStatus(listener, String(status), isBusy === true);
      }
    },
    typed({ payload }) {
      if (payload["author"] !== "agent") return;
      for (const listener of listenersOf(String(payload["conversationId"]))) {
        listener.send({
          type: "typing",
          author: "agent",
          name: typeof payload["name"] === "string" ? payload["name"] : "",
        });
      }
    },
    delta(conversationId, effectId, text) {
      for (const listener of listenersOf(conversationId)) listener.send({ type: "delta", effectId, text });
    },
    get size() {
      return rooms.size;
    },
  };
}
