// A live subscription to one's own projects, over graphql-transport-ws.
import { WebSocket } from "ws";
import type { World } from "./world.ts";

export interface Subscription {
  isOpen(): boolean;
  events(): number;
  close(): void;
}

export async function subscribe(apiUrl: string, cookie: string, world: World): Promise<Subscription> {
  const socket = new WebSocket(`${apiUrl.replace("http", "ws")}/v1/graphql`, "graphql-transport-ws", {
    headers: { cookie },
  });
  let events = 0;
  const query = `subscription Live($userId: ID!, $accountId: ID!) {
    userProjectsLimited(userId: $userId, accountId: $accountId) { id } }`;
  const variables = { userId: world.admins[0].id, accountId: world.accountId };
  socket.on("error", () => undefined);
  socket.on("open", () => socket.send(JSON.stringify({ type: "connection_init" })));
  await new Promise<void>((resolve, reject) => {
    socket.once("close", () => reject(new Error("The subscription was refused.")));
    socket.on("message", (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { type: string };
      if (frame.type === "connection_ack")
        socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: { query, variables } }));
      if (frame.type === "ping") socket.send(JSON.stringify({ type: "pong" }));
      if (frame.type !== "next") return;
      events += 1;
      resolve();
    });
  });
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    events: () => events,
    close: () => socket.terminate(),
  };
}
