// /chat over websockets. Frames of one socket are handled one after the other; a reader that does not keep
// up is cut off and continues from its cursor when it comes back.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Log } from "#platform/log.ts";
import type { Hub, Listener } from "./hub.ts";
import { type ClientFrame, parseFrame, Refusal, type ServerFrame } from "./protocol.ts";
import { endByVisitor, type Front, open, type Opened, send, visitorTypes } from "./visitor-session.ts";

export const closeCodes = {
  malformed: 4400,
  token: 4401,
  origin: 4403,
  identity: 4403,
  "unknown-widget": 4404,
  silent: 4408,
  closed: 4410,
  "too-many": 4429,
  slow: 4413,
  restart: 1012,
} as const;

const helloMs = 10_000;
const mostWaitingFrames = 50;
const mostBufferedBytes = 1_000_000;
const typingEveryMs = 2_000;

export interface Connection {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  /** What the frames travel on. */
  readonly wire: Duplex;
}

/** Answers a promise that settles when nothing of this socket is under way any more. */
export function serveSocket(front: Front, hub: Hub, log: Log, connection: Connection) {
  const { socket, request, wire } = connection;
  const origin = request.headers.origin ?? "";
  let listener: Listener | undefined;
  let opened: Opened | undefined;
  let leave: (() => void) | undefined;
  let waiting = 0;
  let work = Promise.resolve();
  let typedAt = 0;

  const tell = (frame: ServerFrame) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > mostBufferedBytes)
      return socket.close(closeCodes.slow, "You are too slow; come back.");
    gather();
    socket.send(JSON.stringify(frame));
  };
  // A turn is several frames: they leave in one write instead of one each.
  let isGathering = false;
  const gather = () => {
    if (isGathering) return;
    isGathering = true;
    wire.cork();
    setImmediate(() => {
      isGathering = false;
      wire.uncork();
    });
  };
  const refuse = (refusal: Refusal, code: number) => {
    tell(refusal.frame());
    socket.close(code, refusal.code);
  };
  const impatience = setTimeout(() => socket.close(closeCodes.silent, "Say hello first."), helloMs);

  async function greet(frame: Extract<ClientFrame, { type: "hello" }>): Promise<void> {
    if (opened) throw new Refusal("malformed", "One hello is enough.");
    opened = await open(front, frame, origin);
    clearTimeout(impatience);
    const { id, token, visitorId, status, lastSequence, after } = opened;
    tell({ type: "welcome", conversation: { id, ...(token && { token }), status, lastSequence }, visitorId });
    listener = { conversationId: id, cursor: after, status, send: tell };
    // Listening comes before reading: what is committed in between arrives twice and is given once.
    leave = hub.add(listener);
    if (socket.readyState !== socket.OPEN) leave();
    await hub.catchUp(listener);
  }

  async function handle(frame: ClientFrame): Promise<void> {
    if (frame.type === "ping") return tell({ type: "pong" });
    if (frame.type === "hello") return greet(frame);
    if (!opened) throw new Refusal("malformed", "Say hello first.");
    if (frame.type === "end") return endByVisitor(front, opened);
    if (frame.type === "typing") {
      if (Date.now() - typedAt < typingEveryMs) return;
      typedAt = Date.now();
      return visitorTypes(front, opened);
    }
    try {
      tell({ type: "accepted", id: frame.id, sequence: await send(front, opened, frame.id, frame.content) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      tell(error.frame(frame.id));
    }
  }

  async function handleSafely(frame: ClientFrame): Promise<void> {
    try {
      await handle(frame);
    } catch (error) {
      if (error instanceof Refusal) {
        const codes: Record<string, number> = closeCodes;
        return refuse(error, codes[error.code] ?? closeCodes.malformed);
      }
      log.warn({ error }, "a chat frame could not be handled");
      // The client sends again what was not accepted, to whichever server it reaches next.
      socket.close(1011, "Something went wrong; come back.");
    } finally {
      waiting -= 1;
    }
  }

  socket.on("message", (data, isBinary) => {
    const frame = isBinary ? undefined : parseFrame(textOf(data));
    if (!frame) return refuse(new Refusal("malformed", "This is not a chat frame."), closeCodes.malformed);
    waiting += 1;
    if (waiting > mostWaitingFrames)
      return refuse(new Refusal("too-many", "Too many frames at once."), closeCodes["too-many"]);
    work = work.then(() => (socket.readyState === socket.OPEN ? handleSafely(frame) : undefined));
  });
  socket.on("error", () => {
    // The reason has to leave before the connection does.
    wire.uncork();
    socket.terminate();
  });
  socket.on("close", () => {
    clearTimeout(impatience);
    leave?.();
  });
  return { settled: () => work };
}

function textOf(data: WebSocket.RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return Buffer.isBuffer(data) ? data.toString("utf8") : Buffer.from(data).toString("utf8");
}
