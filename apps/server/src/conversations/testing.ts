// A chat for tests: a bot with a flow, deployed, on a channel with a stream and a widget, and a visitor's client.
import { createNode, type FlowNode } from "@parley/flow";
import { WebSocket } from "ws";
import { deployVersion, insertVersion, writeFiles } from "#domains/bots";
import { newId } from "#platform/ids.ts";
import { anAccount, aProject } from "#testing/builders.ts";
import type { TestServer } from "#testing/server.ts";
import type { Message } from "./content.ts";
import type { ServerFrame } from "./protocol.ts";

export interface ChatPlace {
  readonly accountId: string;
  readonly projectId: string;
  readonly customerId: string;
  readonly pypeId: string;
  readonly streamId: string;
  readonly widgetId: string;
  readonly botId: string;
}

type Database = Pick<TestServer, "db">;

export function aNode(id: string, type: string, patch: Partial<FlowNode> = {}): FlowNode {
  return { ...createNode(type, id), ...patch, id };
}

/** "You said: …" to everything. */
export const echoFlow = [
  aNode("start", "start", { message: "Welcome" }),
  aNode("echo", "message", { intent: "*", message: "You said: {{last.text}}", whatsNext: "listen" }),
];

export async function aDeployedBot(
  { db }: Database,
  place: { projectId: string; customerId: string },
  nodes: readonly FlowNode[],
  files: readonly { filePath: string; content: string }[] = [],
  environments: readonly string[] = ["Live"],
): Promise<{ botId: string; versionId: string }> {
  const botId = newId();
  const versionId = await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("bots")
      .values({
        id: botId,
        project_id: place.projectId,
        customer_id: place.customerId,
        name: `Bot ${botId}`,
      })
      .execute();
    const id = await insertVersion(tx, { botId });
    const flow = { filePath: "flow.json", content: JSON.stringify({ nodes }) };
    await writeFiles(tx, id, [flow, ...files], undefined);
    for (const environment of environments) {
      await deployVersion(tx, { botId, versionId: id, environment, isForced: true, userId: undefined });
    }
    return id;
  });
  return { botId, versionId };
}

export async function aChat(
  server: TestServer,
  options: {
    nodes?: readonly FlowNode[];
    files?: readonly { filePath: string; content: string }[];
    endNodes?: readonly FlowNode[];
    routing?: string;
    environment?: "Live" | "Sandbox";
    domain?: { host: string; port: number | null; pathPrefix?: string };
    pype?: Record<string, unknown>;
  } = {},
): Promise<ChatPlace> {
  const { db } = server;
  const accountId = await anAccount(server);
  const projectId = await aProject(server, { accountId });
  const [customerId, pypeId, streamId, widgetId] = [newId(), newId(), newId(), newId()];
  const environment = options.environment ?? "Live";
  await db.insertInto("customers").values({ id: customerId, project_id: projectId, name: "Acme" }).execute();
  const place = { projectId, customerId };
  const { botId } = await aDeployedBot(server, place, options.nodes ?? echoFlow, options.files, [
    environment,
  ]);
  const endBotId = options.endNodes
    ? (await aDeployedBot(server, place, options.endNodes, [], [environment])).botId
    : null;
  await db
    .insertInto("pypes")
    .values({
      id: pypeId,
      project_id: projectId,
      customer_id: customerId,
      environment,
      name: "Web",
      agent_routing: options.routing ?? "BOT_ONLY",
      ...options.pype,
    })
    .execute();
  await db
    .insertInto("streams")
    .values({
      id: streamId,
      pype_id: pypeId,
      name: "Main",
      start_chat_bot_id: botId,
      end_chat_bot_id: endBotId,
    })
    .execute();
  await db
    .insertInto("widgets")
    .values({ id: widgetId, pype_id: pypeId, stream_id: streamId, widget_name: "Corner" })
    .execute();
  if (options.domain) {
    const config = await db
      .selectFrom("project_environment_configs as c")
      .innerJoin("environments as e", "e.id", "c.environment_id")
      .select("c.id")
      .where("c.project_id", "=", projectId)
      .where("e.name", "=", environment)
      .executeTakeFirstOrThrow();
    const { host, port, pathPrefix = "/" } = options.domain;
    await db
      .insertInto("domains")
      .values({
        id: newId(),
        project_environment_config_id: config.id,
        url: `https://${host}${pathPrefix}`,
        host,
        port,
        path_prefix: pathPrefix,
      })
      .execute();
  }
  return { accountId, projectId, customerId, pypeId, streamId, widgetId, botId };
}

export interface VisitorClient {
  readonly frames: ServerFrame[];
  readonly messages: Message[];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly socket: WebSocket;
  write(frame: unknown): void;
  say(text: string, id?: string): void;
  /** The next frame of this type that has not been looked at. */
  next<T extends ServerFrame["type"]>(type: T): Promise<Extract<ServerFrame, { type: T }>>;
  /** Waits until a message with these words is there. */
  hears(words: string): Promise<Message>;
  close(): void;
}

export function connectVisitor(
  apiUrl: string,
  hello: Record<string, unknown> | undefined,
  options: { origin?: string | null } = {},
): VisitorClient {
  const url = `${apiUrl.replace(/^http/, "ws")}/chat`;
  const origin = options.origin === undefined ? new URL(apiUrl).origin : options.origin;
  const socket = new WebSocket(url, origin === null ? {} : { origin });
  const frames: ServerFrame[] = [];
  const messages: Message[] = [];
  let looked = 0;
  const waiting = new Set<() => void>();
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on("close", (code, reason) => {
      resolve({ code, reason: reason.toString() });
      for (const wake of waiting) wake();
    });
  });
  socket.on("error", () => undefined);
  socket.on("open", () => hello && socket.send(JSON.stringify({ type: "hello", ...hello })));
  socket.on("message", (data: Buffer) => {
    const frame = JSON.parse(data.toString("utf8")) as ServerFrame;
    frames.push(frame);
    if (frame.type === "message") messages.push(frame.message);
    for (const wake of waiting) wake();
  });
  async function until<T>(look: () => T | undefined, what: string): Promise<T> {
    const deadline = Date.now() + 10_000;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (socket.readyState >= socket.CLOSING) throw new Error(`closed while waiting for ${what}`);
      if (Date.now() > deadline) throw new Error(`no ${what}: ${JSON.stringify(frames)}`);
      await new Promise<void>((resolve) => {
        const done = () => {
          waiting.delete(done);
          resolve();
        };
        waiting.add(done);
        setTimeout(done, 250);
      });
    }
  }
  const write = (frame: unknown) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  return {
    frames,
    messages,
    closed,
    socket,
    write,
    say: (text, id = newId()) => write({ type: "send", id, content: { type: "text", text } }),
    next: async (type) => {
      const index = await until(() => {
        const at = frames.findIndex((frame, position) => position >= looked && frame.type === type);
        return at < 0 ? undefined : at;
      }, type);
      looked = index + 1;
      return frames[index] as never;
    },
    hears: (words) =>
      until(
        () => messages.find((message) => JSON.stringify(message.content).includes(words)),
        `message “${words}”`,
      ),
    close: () => socket.close(),
  };
}
