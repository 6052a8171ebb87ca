// The chat role of a server: the websocket endpoint, its fallback over plain HTTP, and the hints from others.
import type { FastifyInstance } from "fastify";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import { refuseUpgrade } from "#platform/http/refuse-upgrade.ts";
import type { Services } from "../context.ts";
import { registerCallbacks } from "./callback-route.ts";
import { createChat } from "./chat.ts";
import { registerDemoPage } from "./demo-page.ts";
import { registerChatFiles } from "./file-route.ts";
import { createHub } from "./hub.ts";
import { registerPolling } from "./polling.ts";
import { maxFrameBytes } from "./protocol.ts";
import { messagesAfter } from "./messages.ts";
import { createRateLimits } from "./rate-limits.ts";
import { closeCodes, serveSocket } from "./socket.ts";
import { giveBackEffects, startSweeps } from "./sweeps.ts";
import type { Front } from "./visitor-session.ts";
import { registerWidgetPage } from "./widget-page.ts";

const path = "/chat";
const heartbeatMs = 30_000;
const pageSize = 200;
const hangUpEveryMs = 5;
const hangUpWithinMs = 3_000;
const leaveWithinMs = 5_000;

export async function registerChat(app: FastifyInstance, services: Services): Promise<void> {
  const { log, live, db } = services;
  const hub = createHub({
    messagesAfter: (id, sequence) => messagesAfter(db, id, sequence, pageSize),
    pageSize,
    log,
  });
  const chat = createChat(services, {
    onCommitted: (committed) => hub.committed(committed),
    onDelta: (id, effectId, text) => hub.delta(id, effectId, text),
  });
  const front: Front = { chat, rates: createRateLimits() };
  const server = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
  const sessions = new Map<WebSocket, { settled(): Promise<void>; isAlive: boolean }>();
  let isLeaving = false;
  const removers = [
    live.on("conversation-message", (event) => hub.hinted(event)),
    live.on("conversation-typing", (event) => hub.typed(event)),
  ];
  const sweeps = startSweeps(chat);

  // One timer for all sockets: what did not answer the last ping is gone.
  const heartbeat = setInterval(() => {
    for (const [socket, session] of sessions) {
      if (!session.isAlive) socket.terminate();
      session.isAlive = false;
      socket.ping();
    }
  }, heartbeatMs);

  server.on("connection", (socket: WebSocket, request: IncomingMessage, wire: Duplex) => {
    const session = { ...serveSocket(front, hub, log, { socket, request, wire }), isAlive: true };
    sessions.set(socket, session);
    socket.on("pong", () => (session.isAlive = true));
    socket.on("close", () => sessions.delete(socket));
    // Over a connection that was there before.
    if (isLeaving) sendAway(socket);
  });

  registerPolling(app, front, hub);
  registerCallbacks(app, services);
  registerChatFiles(app, services, front);
  registerDemoPage(app, services);
  await registerWidgetPage(app, services);
  app.addHook("onReady", async () => routeUpgrades(app, server));
  app.addHook("preClose", async () => {
    const deadline = performance.now() + leaveWithinMs;
    isLeaving = true;
    // Who comes back must find another server: proxies try the next one where nobody listens.
    app.server.close();
    clearInterval(heartbeat);
    sweeps.stop();
    const open = [...sessions];
    await hangUp(open.map(([socket]) => socket));
    for (const remove of removers) remove();
    await Promise.race([
      Promise.allSettled(open.map(([, session]) => session.settled())),
      sleep(deadline - performance.now()),
    ]);
    for (const socket of sessions.keys()) socket.terminate();
    server.close();
    await giveBackEffects(chat);
  });
}

/** One after the other: visitors who all come back at once keep each other waiting at the next server. */
async function hangUp(sockets: readonly WebSocket[]): Promise<void> {
  const everyMs = Math.min(hangUpEveryMs, hangUpWithinMs / sockets.length);
  const begun = performance.now();
  for (const [index, socket] of sockets.entries()) {
    const earlyMs = begun + index * everyMs - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    sendAway(socket);
  }
}

function sendAway(socket: WebSocket): void {
  socket.close(closeCodes.restart, "The server restarts; come back.");
}

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** GraphQL has a websocket endpoint of its own on this listener, which looks at every upgrade it hears of. */
function routeUpgrades(app: FastifyInstance, server: WebSocketServer): void {
  const others = app.server.listeners("upgrade") as UpgradeListener[];
  app.server.removeAllListeners("upgrade");
  app.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.split("?")[0] !== path) {
      for (const listener of others) listener.call(app.server, request, socket, head);
      if (others.length === 0) socket.destroy();
      return;
    }
    // Browsers always say where a page comes from; whoever does not is no visitor.
    const origin = request.headers.origin;
    if (!origin || !URL.canParse(origin)) {
      refuseUpgrade(socket);
      return;
    }
    server.handleUpgrade(request, socket, head, (ws) => server.emit("connection", ws, request, socket));
  });
}
