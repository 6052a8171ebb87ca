// graphql-transport-ws: subscriptions, and whatever else is asked over the same socket.
import type { FastifyInstance } from "fastify";
import {
  type ExecutionArgs,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  subscribe,
} from "graphql";
import { handleProtocols, makeServer, type Server } from "graphql-ws";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { maxBodyBytes } from "../http/create-http.ts";
import { refuseUpgrade } from "../http/refuse-upgrade.ts";
import type { Log } from "../log.ts";
import type { Operations } from "./operations.ts";

export interface Visit {
  /** For each operation anew. */
  contextFor(): object;
  leave(): void;
}

export interface SocketOptions {
  readonly path: string;
  readonly schema: GraphQLSchema;
  readonly operations: Operations;
  readonly log: Log;
  isAllowed(origin: string | undefined): boolean;
  /** Who it is; fails for somebody who may not come. `close` ends the visit early. */
  connect(request: IncomingMessage, close: () => void): Promise<Visit>;
  /** What the other side is told of errors. */
  describe(result: {
    readonly data?: unknown;
    readonly errors: readonly unknown[];
  }): FormattedExecutionResult;
}

interface Extra {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  visit?: Visit;
}

const pingEveryMs = 15_000;

export function serveSockets(app: FastifyInstance, options: SocketOptions): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxBodyBytes, handleProtocols });
  const server = protocolServer(options);
  sockets.on("connection", (socket: WebSocket, request: IncomingMessage) =>
    attach(server, socket, request, options.log),
  );
  app.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.split("?")[0] !== options.path) socket.destroy();
    else if (!options.isAllowed(request.headers.origin)) refuseUpgrade(socket);
    else {
      sockets.handleUpgrade(request, socket, head, (open) => sockets.emit("connection", open, request));
    }
  });
  app.addHook("preClose", (done) => {
    for (const socket of sockets.clients) socket.close(1001, "The server goes away.");
    // Whoever does not say goodbye is not waited for.
    setTimeout(() => {
      for (const socket of sockets.clients) socket.terminate();
    }, 1_000).unref();
    sockets.close();
    done();
  });
}

function protocolServer(options: SocketOptions): Server<Extra> {
  const { operations, schema } = options;
  return makeServer<Record<string, unknown>, Extra>({
    async onConnect({ extra }) {
      try {
        extra.visit = await options.connect(extra.request, () => extra.socket.close(4403, "Session ended"));
        // It may have left in the meantime.
        if (extra.socket.readyState !== extra.socket.OPEN) extra.visit.leave();
      } catch (error) {
        options.log.warn({ error }, "a socket was refused");
        extra.socket.close(1011);
      }
      return extra.visit !== undefined;
    },
    onSubscribe({ extra }, _, { query, variables, operationName }): ExecutionArgs | GraphQLError[] {
      try {
        return {
          schema,
          document: operations.documentOf(query),
          contextValue: extra.visit?.contextFor(),
          variableValues: variables ?? undefined,
          operationName: operationName ?? undefined,
        };
      } catch (error) {
        return [asGraphql(error)];
      }
    },
    async subscribe(args) {
      const started = await subscribe(args);
      // What never began ends with an error instead of with a value.
      return "errors" in started ? failing(started.errors?.[0]) : started;
    },
    onNext: (_, __, ___, ____, { data, errors }) => (errors ? options.describe({ data, errors }) : undefined),
    onError: (_, __, ___, errors) => options.describe({ errors }).errors,
    onClose: ({ extra }) => extra.visit?.leave(),
  });
}

// oxlint-disable-next-line require-yield
async function* failing(error: unknown): AsyncGenerator<never> {
  throw error;
}

function asGraphql(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}

function attach(server: Server<Extra>, socket: WebSocket, request: IncomingMessage, log: Log): void {
  // A frame that is none, or one too large: the library ends the socket itself.
  socket.on("error", (error) => log.debug({ error }, "a socket was broken"));
  let isAlive = true;
  socket.on("pong", () => (isAlive = true));
  const heartbeat = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, pingEveryMs);
  const closed = server.opened(
    {
      protocol: socket.protocol,
      send: (text) =>
        new Promise((resolve) => {
          socket.send(text, () => resolve());
        }),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (handle) =>
        socket.on("message", (data: Buffer) => {
          handle(data.toString()).catch((error: unknown) => {
            log.error({ error }, "unexpected error of a socket");
            socket.close(1011);
          });
        }),
    },
    { socket, request },
  );
  socket.once("close", (code, reason) => {
    clearInterval(heartbeat);
    void closed(code, String(reason));
  });
}
