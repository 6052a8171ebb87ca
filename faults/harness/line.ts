// A line between clients and servers that can be cut: plain TCP, so that nothing in it can help.
import { createServer, connect, type Socket } from "node:net";

export interface Line {
  readonly url: string;
  /** Resets this share of the connections that are open. */
  cut(share: number): void;
  stop(): void;
}

export async function startLine(target: () => string): Promise<Line> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const { hostname, port } = new URL(target());
    const upstream = connect(Number(port), hostname);
    open.add(client);
    const end = () => {
      open.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      socket.on("error", end);
      socket.on("close", end);
    }
    client.pipe(upstream);
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    cut(share) {
      for (const socket of open) if (Math.random() < share) socket.resetAndDestroy();
    },
    stop() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
