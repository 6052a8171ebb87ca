// A connection that is opened again whenever it is lost.
import { connect as connectPlain, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectSecure } from "node:tls";
import type { Log } from "../log.ts";

const firstPauseMs = 100;
const longestPauseMs = 5_000;

export interface Line {
  write(text: string): void;
  stop(): Promise<void>;
}

export interface LineOptions {
  readonly url: URL;
  readonly defaultPort: number;
  readonly isSecure: boolean;
  readonly log: Log;
  /** What to say first on every new connection. */
  greet(write: (text: string) => void): void;
  /** What the other side said since the last call. */
  hear(text: string, write: (text: string) => void): void;
}

export function keepLine(options: LineOptions): Line {
  const { url, log } = options;
  let socket: Socket | undefined;
  let isStopped = false;
  const stopping = new AbortController();

  async function keep(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!isStopped) {
      const port = Number(url.port) || options.defaultPort;
      const current = options.isSecure
        ? connectSecure({ host: url.hostname, port, servername: url.hostname })
        : connectPlain(port, url.hostname);
      socket = current;
      const write = (text: string) => void (current.writable && current.write(text));
      current.setKeepAlive(true, 10_000);
      current.once(options.isSecure ? "secureConnect" : "connect", () => {
        pauseMs = firstPauseMs;
        options.greet(write);
      });
      current.setEncoding("utf8");
      current.on("data", (chunk) => options.hear(String(chunk), write));
      const reason = await new Promise<string>((resolve) => {
        let why = "closed";
        current.on("error", (error) => (why = error.message));
        current.on("close", () => resolve(why));
      });
      if (isStopped) return;
      log.warn(
        { reason, host: url.host },
        "the line for hints was lost; changes are found by looking meanwhile",
      );
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }
  const kept = keep();
  return {
    write: (text) => void (socket?.writable && socket.write(text)),
    async stop() {
      isStopped = true;
      stopping.abort();
      socket?.destroy();
      await kept;
    },
  };
}
