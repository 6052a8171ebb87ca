// A visitor who never gives up: whatever cuts the line, it comes back with the last sequence it saw. What it was sent
// is kept raw: it removes no repeats and sorts nothing.
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Ledger } from "./ledger.ts";
import { shop } from "./world.ts";

export interface VisitorOptions {
  readonly name: string;
  readonly widgetId: string;
  readonly messages: number;
  /** Where to connect this time. */
  readonly url: () => string;
  readonly random: () => number;
  readonly ledger: Ledger;
  /** How often, of all frames received, the visitor's own line breaks. */
  readonly cutShare?: number;
  readonly pauseMs?: number;
}

/** All that is needed to come back. */
export interface Resumable {
  readonly id: string;
  readonly token: string;
}

export interface Visit {
  readonly received: readonly { sequence: number; author: string; text: string }[];
  readonly conversation: Resumable;
  readonly connections: number;
  /** From a lost line to the next welcome in the same conversation. */
  readonly resumes: readonly number[];
  /** The longest time between a message and its answer. */
  readonly longestWaitMs: number;
}

interface Frame {
  readonly type: string;
  readonly id?: string;
  readonly conversation?: { id: string; token?: string };
  readonly message?: { sequence: number; author: string; content: { type: string; text?: string } };
}

export async function visit(options: VisitorOptions): Promise<Visit> {
  const { name, ledger, random, cutShare = 0 } = options;
  const received: { sequence: number; author: string; text: string }[] = [];
  const resumes: number[] = [];
  let conversation: Resumable | undefined;
  let answered = 0;
  let connections = 0;
  let attempts = 0;
  let lostAt: number | undefined;
  let saidAt = 0;
  let longestWaitMs = 0;

  const current = () => `chat-${name}-${answered}`;
  const deadline = performance.now() + 300_000;
  while (answered < options.messages) {
    if (performance.now() > deadline) throw new Error(`${name} got no further than ${answered} messages.`);
    const socket = new WebSocket(`${options.url().replace("http", "ws")}/chat`, {
      origin: shop,
      handshakeTimeout: 5_000,
      perMessageDeflate: false,
    });
    connections += 1;
    const say = () => {
      const id = current();
      ledger.intend(id, "chat");
      saidAt ||= performance.now();
      socket.send(JSON.stringify({ type: "send", id, content: { type: "text", text: id } }));
    };
    const hear = (frame: Frame) => {
      if (frame.type === "welcome" && frame.conversation) {
        const { id, token } = frame.conversation;
        if (token) conversation = { id, token };
        else if (lostAt !== undefined) resumes.push(performance.now() - lostAt);
        lostAt = undefined;
        attempts = 0;
        if (!token) say();
      }
      if (frame.type === "accepted" && frame.id) ledger.acknowledge(frame.id);
      if (frame.type !== "message" || !frame.message) return;
      const { sequence, author, content } = frame.message;
      received.push({ sequence, author, text: content.text ?? content.type });
      if (author !== "bot") return;
      if (content.text === `You said: ${current()}`) {
        answered += 1;
        longestWaitMs = Math.max(longestWaitMs, performance.now() - saidAt);
        saidAt = 0;
      }
      if (answered >= options.messages) socket.close();
      else setTimeout(() => socket.readyState === WebSocket.OPEN && say(), random() * (options.pauseMs ?? 0));
    };
    await new Promise<void>((resolve) => {
      const impatience = setTimeout(() => socket.terminate(), 20_000);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        clearTimeout(impatience);
        resolve();
      });
      socket.on("open", () => {
        const hello = conversation
          ? { conversation: { ...conversation, after: received.length } }
          : { widgetId: options.widgetId, visitorId: `visitor-${name}`, pageUrl: shop };
        socket.send(JSON.stringify({ type: "hello", ...hello }));
      });
      socket.on("message", (data: Buffer) => {
        impatience.refresh();
        hear(JSON.parse(data.toString()) as Frame);
        if (random() < cutShare) socket.terminate();
      });
    });
    lostAt ??= performance.now();
    // As the widget does: soon at first, then ever later, or a crowd would keep a busy server from getting up.
    if (answered < options.messages) await sleep(10 + random() * Math.min(2_000, 100 * 2 ** attempts));
    attempts += 1;
  }
  return {
    received,
    conversation: conversation ?? { id: "", token: "" },
    connections,
    resumes,
    longestWaitMs,
  };
}

/** Another tab of a conversation: opened, cut when told, and back after a pause of up to two seconds. */
export async function openTab(
  url: string,
  conversation: Resumable,
): Promise<{ comeBack(random: () => number): Promise<void>; close(): void }> {
  let socket = await welcomed(url, conversation);
  return {
    async comeBack(random) {
      socket.terminate();
      for (let pause = 1_000; ; pause *= 2) {
        await sleep(random() * pause * 2);
        const next = await welcomed(url, conversation).catch(() => undefined);
        if (next) {
          socket = next;
          return;
        }
      }
    },
    close: () => socket.terminate(),
  };
}

function welcomed(url: string, conversation: Resumable): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/chat`, {
    origin: shop,
    handshakeTimeout: 10_000,
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("close", (code) => reject(new Error(`Closed with ${code} instead of welcomed.`)));
    socket.on("open", () =>
      socket.send(JSON.stringify({ type: "hello", conversation: { ...conversation, after: 1_000_000 } })),
    );
    socket.on("message", () => resolve(socket));
  });
}

/** A sentence when the visitor saw a gap, a repeat or another order. */
export function seenWrong({ received }: Visit, name: string): string | undefined {
  const wrong = received.findIndex(({ sequence }, index) => sequence !== index + 1);
  return wrong < 0 ? undefined : `${name} was sent ${received[wrong]?.sequence} as message ${wrong + 1}.`;
}
