// Two ways to the server: a websocket, or plain requests where something on the way blocks websockets.
import type { ServerFrame } from "./frames.ts";

export type Loss = "closed" | "refused" | "blocked";

export interface Transport {
  send(frame: Record<string, unknown>): void;
  close(): void;
}

export interface TransportEvents {
  frame(frame: ServerFrame): void;
  /** "blocked": not even an answer, as when a proxy swallows the upgrade. */
  lost(how: Loss): void;
}

type Hello = Record<string, unknown> & { conversation?: { id: string; token: string; after: number } };

const pingMs = 25_000;
const openMs = 5_000;

export function socketTransport(hello: Hello, events: TransportEvents): Transport {
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/chat`);
  let how: "closed" | "refused" | "blocked" = "refused";
  let heardAt = Date.now();
  const send = (frame: Record<string, unknown>) =>
    socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(frame));
  const pulse = setInterval(() => {
    // A connection that died without a word: the next one resumes.
    if (Date.now() - heardAt > 2.5 * pingMs) socket.close();
    else send({ type: "ping" });
  }, pingMs);
  const patience = setTimeout(() => {
    how = "blocked";
    socket.close();
  }, openMs);
  socket.onopen = () => {
    clearTimeout(patience);
    how = "closed";
    send(hello);
  };
  socket.onmessage = ({ data }) => {
    heardAt = Date.now();
    events.frame(JSON.parse(String(data)) as ServerFrame);
  };
  socket.onclose = () => {
    clearInterval(pulse);
    clearTimeout(patience);
    events.lost(how);
  };
  return { send, close: () => socket.close() };
}

export function pollTransport(hello: Hello, events: TransportEvents): Transport {
  let isClosed = false;
  let conversation = hello.conversation;

  async function call(path: string, body: unknown): Promise<Record<string, unknown> | undefined> {
    const response = await fetch(`/chat/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (response.ok) return answer;
    if (answer["type"] === "refused") events.frame(answer as unknown as ServerFrame);
    else throw new Error("no answer");
    return undefined;
  }

  async function run(): Promise<void> {
    const welcome = await call("hello", hello);
    if (!welcome) return lose();
    const frame = welcome as unknown as Extract<ServerFrame, { type: "welcome" }>;
    const { id, token } = frame.conversation;
    conversation = { id, token: token ?? conversation?.token ?? "", after: conversation?.after ?? 0 };
    events.frame(frame);
    while (!isClosed) {
      const news = await call("poll", { conversation });
      if (!news) return lose();
      for (const each of news["frames"] as ServerFrame[]) {
        if (each.type === "message") conversation.after = each.message.sequence;
        if (!isClosed) events.frame(each);
      }
    }
  }

  const lose = () => {
    if (!isClosed) events.lost("closed");
    isClosed = true;
  };
  run().catch(lose);
  return {
    send(frame) {
      const { type, ...rest } = frame;
      if (type !== "send" && type !== "end") return;
      call(String(type), { conversation, ...rest })
        .then((answer) => {
          if (answer?.["type"] === "accepted") events.frame(answer as unknown as ServerFrame);
        })
        .catch(lose);
    },
    close: () => (isClosed = true),
  };
}
