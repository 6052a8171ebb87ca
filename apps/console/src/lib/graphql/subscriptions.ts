// graphql-transport-ws at the path of the data calls; loaded when the first subscription starts.
import type { SubscriptionForwarder } from "@urql/core";
import type { Client as SocketClient } from "graphql-ws";
import { config } from "../config.ts";
import { currentUserId } from "../session.ts";

let socket: Promise<SocketClient> | undefined;

function socketClient(): Promise<SocketClient> {
  socket ??= import("graphql-ws").then(({ createClient }) =>
    createClient({
      url: `${config.apiUrl.replace(/^http/u, "ws")}/v1/graphql`,
      lazy: true,
      retryAttempts: Infinity,
      shouldRetry: () => true,
      connectionParams: async () => {
        const userId = await currentUserId();
        return userId ? { "x-hasura-user-id": userId } : {};
      },
    }),
  );
  return socket;
}

export const forwardSubscription: SubscriptionForwarder = (request) => ({
  subscribe(sink) {
    let stop: (() => void) | undefined;
    let isOver = false;
    const input = { query: request.query ?? "", variables: { ...request.variables } };
    void socketClient().then((client) => {
      if (isOver) return;
      stop = client.subscribe(input, {
        next: (result) =>
          sink.next({ data: result.data ?? null, ...(result.errors ? { errors: result.errors } : {}) }),
        error: (reason) => sink.error(reason),
        complete: () => sink.complete(),
      });
    });
    return {
      unsubscribe() {
        isOver = true;
        stop?.();
      },
    };
  },
});
