// People who look at the list of projects while somebody renames one: from the click to every other screen.
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import type { World } from "../../faults/harness/world.ts";

export interface Watchers {
  readonly count: number;
  /** Milliseconds from `begun` until each screen showed the name; undefined where it did not within the time. */
  seen(name: string, begun: number): Promise<(number | undefined)[]>;
  close(): void;
}

const patienceMs = 10_000;

export async function startWatchers(apiUrl: string, world: World, count: number): Promise<Watchers> {
  const all = await Promise.all(Array.from({ length: count }, () => aWatcher(apiUrl, world)));
  return {
    count,
    seen: (name, begun) =>
      Promise.all(
        all.map(async ({ shown }) => {
          while (!shown.has(name) && performance.now() - begun < patienceMs) await sleep(20);
          const at = shown.get(name);
          shown.delete(name);
          return at === undefined ? undefined : at - begun;
        }),
      ),
    close() {
      for (const { socket } of all) socket.terminate();
    },
  };
}

async function aWatcher(apiUrl: string, { admins: [{ id, cookie }], accountId }: World) {
  const socket = new WebSocket(`${apiUrl.replace("http", "ws")}/v1/graphql`, "graphql-transport-ws", {
    headers: { cookie },
  });
  const query = `subscription Live($userId: ID!, $accountId: ID!) {
    userProjectsLimited(userId: $userId, accountId: $accountId) { id name } }`;
  const payload = { query, variables: { userId: id, accountId } };
  // When each name was first on this screen.
  const shown = new Map<string, number>();
  socket.on("error", () => undefined);
  socket.on("open", () => socket.send(JSON.stringify({ type: "connection_init" })));
  await new Promise<void>((resolve, reject) => {
    socket.once("close", () => reject(new Error("The subscription was refused.")));
    socket.on("message", (data: Buffer) => {
      const text = data.toString();
      const frame = JSON.parse(text) as {
        type: string;
        payload?: { data?: { userProjectsLimited?: { name: string }[] } };
      };
      if (frame.type === "connection_ack")
        socket.send(JSON.stringify({ id: "1", type: "subscribe", payload }));
      if (frame.type === "ping") socket.send(JSON.stringify({ type: "pong" }));
      if (frame.type !== "next") return;
      for (const { name } of frame.payload?.data?.userProjectsLimited ?? [])
        if (!shown.has(name)) shown.set(name, performance.now());
      resolve();
    });
  });
  return { socket, shown };
}
