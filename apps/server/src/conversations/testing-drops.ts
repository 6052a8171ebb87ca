// What tests of lost connections and killed servers are made of: servers as processes, and visitors who come back.
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { WebSocket } from "ws";
import { freePort } from "#testing/free-ports.ts";
import type { ServerFrame } from "./protocol.ts";

export interface ServerProcess {
  readonly url: string;
  /** Nothing to do when it runs. */
  start(): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** A server with the chat alone, on a database that others use too; it can be killed and started again. */
export async function aServerProcess(place: {
  databaseUrl: string;
  dataDir: string;
}): Promise<ServerProcess> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  return {
    url: `http://localhost:${port}`,
    async start() {
      if (child && child.exitCode === null && child.signalCode === null) return;
      const started = spawn(process.execPath, [fileURLToPath(new URL("../main.ts", import.meta.url))], {
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          PATH: process.env["PATH"],
          NODE_ENV: "test",
          LOG_LEVEL: "error",
          DATABASE_URL: place.databaseUrl,
          DATA_DIR: place.dataDir,
          PARLEY_ROLES: "chat",
          PARLEY_DEMO: "off",
          API_PORT: String(port),
          PRIVATE_HOSTS: "127.0.0.1,localhost",
        },
      });
      child = started;
      await new Promise<void>((resolve, reject) => {
        started.stdout?.on("data", (chunk: Buffer) => chunk.includes("Parley is ready") && resolve());
        let complaint = "";
        started.stderr?.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
        // "close" comes after the last word on stderr, "exit" may come before it.
        started.on("close", (code, signal) =>
          reject(new Error(`the server ended with ${code ?? signal}: ${complaint}`)),
        );
      });
    },
    async kill(signal) {
      const ended = child;
      if (!ended || ended.exitCode !== null || ended.signalCode !== null) return;
      const gone = new Promise((resolve) => ended.once("exit", resolve));
      ended.kill(signal);
      await gone;
    },
  };
}

export const dropOrigin = "https://shop.example";

export interface Endured {
  readonly name: string;
  /** As they arrived: nothing sorted, no repeats removed. */
  readonly received: readonly { sequence: number; text: string }[];
  readonly conversation: { id: string; token: string } | undefined;
  readonly connections: number;
}

/** What a visitor of the echo bot must have been sent, in this order and nothing else. */
export function expectedWords(name: string, messages: number): string[] {
  const turns = Array.from({ length: messages }, (_, at) => [`${name}-${at}`, `You said: ${name}-${at}`]);
  return ["Welcome", ...turns.flat()];
}

/** A visitor who never gives up. What it was sent is kept raw: it removes no repeats and sorts nothing. */
export async function stubbornVisitor(
  urls: readonly string[],
  widgetId: string,
  { name, messages: count, seed }: { name: string; messages: number; seed: number },
): Promise<Endured> {
  const random = seeded(seed);
  const received: { sequence: number; text: string }[] = [];
  let conversation: { id: string; token: string } | undefined;
  let said = 0;
  let answered = 0;
  let connections = 0;
  while (answered < count) {
    const url = urls[Math.floor(random() * urls.length)] ?? "";
    const socket = new WebSocket(`${url.replace("http", "ws")}/chat`, { origin: dropOrigin });
    connections += 1;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => socket.terminate(), 8_000);
      const send = () =>
        socket.send(
          JSON.stringify({
            type: "send",
            id: `${name}-${said}`,
            content: { type: "text", text: `${name}-${said}` },
          }),
        );
      socket.on("error", () => undefined);
      socket.on("close", () => {
        clearTimeout(timer);
        resolve();
      });
      socket.on("open", () =>
        socket.send(
          JSON.stringify(
            conversation
              ? { type: "hello", conversation: { ...conversation, after: received.length } }
              : { type: "hello", widgetId, visitorId: name.padEnd(8, "x") },
          ),
        ),
      );
      socket.on("message", (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as ServerFrame;
        if (frame.type === "welcome") {
          const { id, token } = frame.conversation;
          if (token) conversation = { id, token };
          if (received.length > 0 || !token) send();
        }
        if (frame.type !== "message") return;
        const { content, sequence, author } = frame.message;
        const text = content.type === "text" ? content.text : content.type;
        received.push({ sequence, text });
        if (author === "bot") {
          if (text === `You said: ${name}-${said}`) {
            answered += 1;
            said += 1;
          }
          if (answered >= count) socket.close();
          else send();
        }
        if (random() < 0.12) socket.terminate();
      });
    });
    await sleep(20 + random() * 150);
  }
  return { name, received, conversation, connections };
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
