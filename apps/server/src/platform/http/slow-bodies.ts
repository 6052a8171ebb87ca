// A sender who dribbles a byte a minute would hold a socket for ever. There is no time by which a body must be there,
// for an upload over a bad line may take an hour; but as long as it lasts, it must go on (decision 247).
import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";

export interface Patience {
  /** For a connection that says nothing, or too slowly what it wants. */
  readonly headersMs: number;
  readonly checkEveryMs: number;
  /** So many looks in a row that found too little: a line may be gone for a while, and this process may have stood still. */
  readonly looks: number;
  readonly leastBytesPerSecond: number;
}

export const usualPatience: Patience = {
  headersMs: 30_000,
  checkEveryMs: 10_000,
  looks: 3,
  leastBytesPerSecond: 500,
};

type Call = Parameters<RequestListener>;

interface Sender {
  call: Call | undefined;
  bytes: number;
  slowLooks: number;
}

/** Answers what must be told of each request when it begins. */
export function endSlowBodies(
  server: Server,
  { checkEveryMs, looks, leastBytesPerSecond }: Patience,
): (...call: Call) => void {
  const senders = new Map<Socket, Sender>();
  const leastBytes = (leastBytesPerSecond * checkEveryMs) / 1_000;

  function look(socket: Socket, sender: Sender): void {
    if (!sender.call) return;
    const [request] = sender.call;
    if (request.complete) {
      sender.call = undefined;
      return;
    }
    const arrived = socket.bytesRead - sender.bytes;
    sender.bytes = socket.bytesRead;
    // What arrived is not read yet: it is we who keep the sender waiting.
    const isOurs = request.readableLength > 0;
    sender.slowLooks = isOurs || arrived >= leastBytes ? 0 : sender.slowLooks + 1;
    if (sender.slowLooks >= looks) end(sender.call);
  }

  server.on("connection", (socket: Socket) => {
    senders.set(socket, { call: undefined, bytes: 0, slowLooks: 0 });
    socket.once("close", () => senders.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, sender] of senders) look(socket, sender);
  }, checkEveryMs).unref();
  server.once("close", () => clearInterval(timer));

  return (request, response) => {
    const sender = senders.get(request.socket);
    if (!sender) return;
    sender.call = [request, response];
    sender.bytes = request.socket.bytesRead;
    // The first look comes when it has hardly begun.
    sender.slowLooks = -1;
  };
}

const tooSlow = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/** Whoever reads the body learns what they learn of a sender who went away. */
function end([request, response]: Call): void {
  if (!response.headersSent) response.socket?.write(tooSlow);
  request.destroy(new Error("The sender was too slow."));
}
