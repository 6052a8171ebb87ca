// How long we wait for whoever is at the other end of a connection. A sender who dribbles a byte a minute would hold a
// socket for ever; there is no time by which a body must be there, for an upload over a bad line may take an hour, but as
// long as it lasts, it must go on (decision 247). A connection that asks nothing more is closed after a while: Node would
// begin a countdown with every answer and break it off with every request, which costs more than looking at all of them
// now and then (decision 240).
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface Patience {
  /** For a connection that says nothing, or too slowly what it wants. */
  readonly headersMs: number;
  readonly checkEveryMs: number;
  /** So many looks in a row that found too little: a line may be gone for a while, and this process may have stood still. */
  readonly looks: number;
  readonly leastBytesPerSecond: number;
  /** At least so long a connection stays open after an answer: browsers and proxies ask again. */
  readonly idleMs: number;
}

export const usualPatience: Patience = {
  headersMs: 30_000,
  checkEveryMs: 10_000,
  looks: 3,
  leastBytesPerSecond: 500,
  idleMs: 72_000,
};

type Call = Parameters<RequestListener>;

interface Connection {
  /** Until it is found to be answered. */
  call: Call | undefined;
  /** How many had arrived at the last look; undefined before the first, which comes when the call has hardly begun. */
  bytes: number | undefined;
  slowLooks: number;
  /** Since its last answer. */
  idleLooks: number;
}

export interface Watched {
  /** A request has begun. */
  begun: RequestListener;
  /** Its connection speaks another protocol from here on. */
  left(request: IncomingMessage): void;
}

export function watchConnections(
  server: Server,
  { checkEveryMs, looks, leastBytesPerSecond, idleMs }: Patience,
): Watched {
  const connections = new Map<Socket, Connection>();
  const leastBytes = (leastBytesPerSecond * checkEveryMs) / 1_000;
  // The first comes when it has hardly begun.
  const mostIdleLooks = Math.ceil(idleMs / checkEveryMs) + 1;

  function look(socket: Socket, connection: Connection): void {
    const { call } = connection;
    if (call && !call[0].complete) return lookAtBody(socket, connection, call);
    if (call && !call[1].writableFinished) return;
    // Also where nothing was ever asked of us: some requests Node answers by itself and tells nobody.
    connection.call = undefined;
    connection.idleLooks += 1;
    if (connection.idleLooks >= mostIdleLooks) socket.destroy();
  }

  function lookAtBody(socket: Socket, connection: Connection, call: Call): void {
    const [request] = call;
    const before = connection.bytes;
    connection.bytes = socket.bytesRead;
    if (before === undefined) return;
    // What arrived is not read yet: it is we who keep the sender waiting.
    const isOurs = request.readableLength > 0;
    const isEnough = connection.bytes - before >= leastBytes;
    connection.slowLooks = isOurs || isEnough ? 0 : connection.slowLooks + 1;
    if (connection.slowLooks >= looks) end(call);
  }

  server.on("connection", (socket: Socket) => {
    connections.set(socket, { call: undefined, bytes: undefined, slowLooks: 0, idleLooks: 0 });
    socket.once("close", () => connections.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, connection] of connections) look(socket, connection);
  }, checkEveryMs).unref();
  server.once("close", () => clearInterval(timer));

  return {
    begun(request, response) {
      const connection = connections.get(request.socket);
      if (!connection) return;
      connection.call = [request, response];
      connection.bytes = undefined;
      connection.slowLooks = 0;
      connection.idleLooks = 0;
      sayHowLong(response, idleMs);
    },
    left: ({ socket }) => void connections.delete(socket),
  };
}

const tooSlow = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/** Whoever reads the body learns what they learn of a sender who went away. */
function end([request, response]: Call): void {
  if (!response.headersSent) response.socket?.write(tooSlow);
  request.destroy(new Error("The sender was too slow."));
}

/** Lets Node tell how long a connection stays, so that nobody asks over one that is about to be closed. */
function sayHowLong(response: ServerResponse, idleMs: number): void {
  // Its types do not show it.
  const inside = response as unknown as { _keepAliveTimeout: number };
  inside._keepAliveTimeout = idleMs;
}
