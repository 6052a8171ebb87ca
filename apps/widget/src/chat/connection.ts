// Talks to the server so that nothing is lost and nothing comes twice: the cursor says what was seen, every
// message has an id of its own, and what was not accepted is sent again to whichever server answers next.
import type { Content, Message, ServerFrame } from "./frames.ts";
import { type Loss, pollTransport, socketTransport, type Transport } from "./transports.ts";
import { newId, type Storage } from "./storage.ts";

export interface ConnectionEvents {
  message(message: Message): void;
  accepted(id: string, sequence: number): void;
  refused(id: string | undefined, code: string, text: string): void;
  status(status: string): void;
  typing(author: string, name: string): void;
  delta(effectId: string, text: string): void;
  online(isOnline: boolean): void;
}

export interface HelloExtras {
  pageUrl: string;
  identity?: unknown;
  page: Record<string, unknown>;
}

export interface Connection {
  send(content: Content): string;
  typing(): void;
  end(): void;
  restart(): void;
  stop(): void;
}

const fatal: ReadonlySet<string> = new Set(["origin", "identity", "unknown-widget", "closed"]);
const longestWaitMs = 20_000;
/** In a row, before plain requests are tried: on a page where websockets have worked it is more likely the server. */
const mostFailedSockets = { before: 2, afterOneWorked: 8 };
const plainForMs = 600_000;

/** Some systems append what is no language tag, such as en-US@posix. */
function language(): string {
  return /^[A-Za-z0-9-]{2,20}/.exec(navigator.language)?.[0] ?? "en";
}

export function connect(
  widgetId: string | null,
  storage: Storage,
  extras: () => HelloExtras,
  events: ConnectionEvents,
): Connection {
  let transport: Transport | undefined;
  let cursor = 0;
  let attempts = 0;
  let failedSockets = 0;
  let mostFailed = mostFailedSockets.before;
  // What blocks websockets does so on the next page too.
  let areSocketsBlocked = Date.now() - (storage.read().plainAt ?? 0) < plainForMs;
  let isPlain = areSocketsBlocked;
  let isStopped = false;
  let isWelcome = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function hello() {
    const { conversation, visitorId } = storage.read();
    return {
      type: "hello",
      ...(widgetId && { widgetId }),
      ...(visitorId && { visitorId }),
      ...(conversation && { conversation: { ...conversation, after: cursor } }),
      language: language(),
      ...extras(),
    };
  }

  function dial(): void {
    if (isStopped) return;
    clearTimeout(timer);
    isWelcome = false;
    const make = isPlain ? pollTransport : socketTransport;
    const current = make(hello(), {
      frame: (frame) => {
        if (current !== transport) return;
        if (frame.type === "welcome") welcomed();
        receive(frame);
      },
      lost: (how) => {
        if (current !== transport) return;
        chooseNext(how);
        events.online(false);
        redial();
      },
    });
    transport = current;
  }

  function welcomed(): void {
    if (isPlain) {
      areSocketsBlocked = true;
      storage.write({ plainAt: Date.now() });
    } else {
      failedSockets = 0;
      mostFailed = mostFailedSockets.afterOneWorked;
    }
  }

  /** Where websockets are blocked they stay so while the page is open, after a restart too. */
  function chooseNext(how: Loss): void {
    if (areSocketsBlocked) return;
    // Nobody answered either way: it is not the websockets.
    if (isPlain) failedSockets = 0;
    else failedSockets = how === "closed" ? 0 : failedSockets + 1;
    isPlain = !isPlain && (how === "blocked" || failedSockets >= mostFailed);
  }

  /** Everybody comes back at another moment, or a restart would be followed by a storm. */
  function redial(): void {
    if (isStopped) return;
    attempts += 1;
    const most = Math.min(longestWaitMs, 250 * 2 ** attempts);
    timer = setTimeout(dial, most * (0.3 + 0.7 * Math.random()));
  }

  function receive(frame: ServerFrame): void {
    switch (frame.type) {
      case "welcome": {
        const { id, token, status } = frame.conversation;
        const kept = storage.read();
        if (token) storage.write({ conversation: { id, token }, unsent: kept.unsent ?? [] });
        storage.write({ visitorId: frame.visitorId });
        isWelcome = true;
        attempts = 0;
        events.online(true);
        events.status(status);
        for (const unsent of storage.read().unsent ?? []) transport?.send({ type: "send", ...unsent });
        return;
      }
      case "message":
        // A gap cannot come from the server; if one did, resuming closes it.
        if (frame.message.sequence !== cursor + 1) return;
        cursor += 1;
        if (frame.message.clientMessageId) settle(frame.message.clientMessageId);
        return events.message(frame.message);
      case "accepted":
        settle(frame.id);
        return events.accepted(frame.id, frame.sequence);
      case "refused":
        return refused(frame);
      case "status":
        return events.status(frame.status);
      case "typing":
        return events.typing(frame.author, frame.name);
      case "delta":
        return events.delta(frame.effectId, frame.text);
      case "pong":
        return;
    }
  }

  function refused(frame: Extract<ServerFrame, { type: "refused" }>): void {
    if (frame.id && frame.code === "too-many") {
      setTimeout(() => resend(frame.id ?? ""), 1_000 * (frame.retryAfterSeconds ?? 1));
      return;
    }
    if (frame.id) settle(frame.id);
    if (frame.code === "token") {
      // The conversation is gone, deleted or not ours: begin a new one.
      storage.forgetConversation();
      cursor = 0;
    }
    if (fatal.has(frame.code)) isStopped = true;
    if (frame.code !== "token") events.refused(frame.id, frame.code, frame.message);
  }

  function settle(id: string): void {
    const unsent = (storage.read().unsent ?? []).filter((each) => each.id !== id);
    storage.write({ unsent });
  }

  function resend(id: string): void {
    const unsent = storage.read().unsent?.find((each) => each.id === id);
    if (unsent && isWelcome) transport?.send({ type: "send", ...unsent });
  }

  window.addEventListener("online", () => {
    attempts = 0;
    if (!isWelcome) dial();
  });
  dial();

  return {
    send(content) {
      const id = newId();
      storage.write({ unsent: [...(storage.read().unsent ?? []), { id, content }].slice(-50) });
      if (isWelcome) transport?.send({ type: "send", id, content });
      return id;
    },
    typing: () => isWelcome && transport?.send({ type: "typing" }),
    end: () => isWelcome && transport?.send({ type: "end" }),
    restart() {
      storage.forgetConversation();
      cursor = 0;
      isStopped = false;
      const old = transport;
      transport = undefined;
      old?.close();
      dial();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      transport?.close();
    },
  };
}
