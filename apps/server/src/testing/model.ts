// A real HTTP server that speaks the OpenAI protocol and can misbehave in every way a real one has.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type Mode =
  | "answer"
  | "hang"
  | "embeddings-hang"
  | "silence"
  | "error-500"
  | "limit-429"
  | "limit-429-once"
  | "half-stream"
  | "invalid-json"
  | "drip"
  | "wrong-key"
  | "unknown-model";

export interface ChatRequest {
  readonly stream?: boolean;
  readonly messages: { role: string; content: unknown }[];
  readonly tools?: { function: { name: string } }[];
  readonly max_tokens?: number;
  readonly temperature?: number;
}

export interface Reply {
  readonly text?: string;
  readonly toolCalls?: readonly { name: string; arguments: unknown }[];
}

export interface TestingModel {
  readonly url: string;
  readonly requests: ChatRequest[];
  mode: Mode;
  reply: (request: ChatRequest, index: number) => Reply;
  /** Requests since the last call of this. */
  count(): number;
  stop(): Promise<void>;
}

export async function startTestingModel(): Promise<TestingModel> {
  const sockets = new Set<Socket>();
  let counted = 0;
  const model = {
    requests: [] as ChatRequest[],
    mode: "answer" as Mode,
    reply: (): Reply => ({ text: "Hello from the model." }),
  } as Omit<TestingModel, "url" | "stop" | "count"> & { mode: Mode; reply: TestingModel["reply"] };
  const server = createServer((request, response) => {
    handle(model, request, response).catch(() => response.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(model, {
    url: `http://127.0.0.1:${port}/v1`,
    count() {
      const since = model.requests.length - counted;
      counted = model.requests.length;
      return since;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

type Behaviour = Pick<TestingModel, "mode" | "reply" | "requests">;

async function handle(model: Behaviour, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  const body = JSON.parse(Buffer.concat(parts).toString()) as ChatRequest & { input?: string[] };
  if (request.url?.endsWith("/embeddings")) {
    if (model.mode === "embeddings-hang") return;
    return sendJson(response, 200, embeddings(body.input ?? []));
  }
  const index = model.requests.push(body) - 1;
  switch (model.mode) {
    case "hang":
      return;
    case "error-500":
      return sendJson(response, 500, { error: { message: "overloaded" } });
    case "limit-429":
      response.setHeader("retry-after", "120");
      return sendJson(response, 429, { error: { message: "slow down" } });
    case "limit-429-once":
      model.mode = "answer";
      response.setHeader("retry-after", "0");
      return sendJson(response, 429, { error: { message: "slow down" } });
    case "wrong-key":
      return sendJson(response, 401, { error: { message: "invalid key" } });
    case "unknown-model":
      return sendJson(response, 404, { error: { message: "no such model" } });
    case "invalid-json":
      response.writeHead(200, { "content-type": body.stream ? "text/event-stream" : "application/json" });
      response.end(body.stream ? "data: {not json at all\n\ndata: [DONE]\n\n" : "{not json at all");
      return;
    case "silence":
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
      return;
    case "drip":
      return drip(response);
    case "half-stream":
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(event({ content: "Half of the " }));
      response.write(event({ content: "answer" }));
      setTimeout(() => response.destroy(), 50);
      return;
    case "answer":
    case "embeddings-hang":
      return body.stream
        ? sendStream(response, model.reply(body, index))
        : sendJson(response, 200, completion(model.reply(body, index)));
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

function sendStream(response: ServerResponse, reply: Reply): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const word of (reply.text ?? "").match(/\S+\s*/g) ?? []) response.write(event({ content: word }));
  if (reply.toolCalls) response.write(event({ tool_calls: toolCalls(reply) }));
  response.write(event({}, reply.toolCalls ? "tool_calls" : "stop"));
  response.write(`data: ${JSON.stringify({ id: "c", choices: [], usage })}\n\n`);
  response.end("data: [DONE]\n\n");
}

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

function completion(reply: Reply) {
  const message = {
    role: "assistant",
    content: reply.text ?? null,
    ...(reply.toolCalls && { tool_calls: toolCalls(reply) }),
  };
  return {
    id: "c",
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: reply.toolCalls ? "tool_calls" : "stop" }],
    usage,
  };
}

function toolCalls(reply: Reply) {
  return (reply.toolCalls ?? []).map((call, index) => ({
    index,
    id: `call_${index}_${Math.random().toString(36).slice(2)}`,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
}

function event(delta: Record<string, unknown>, finish: string | null = null): string {
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const text = event({ content: "slow" });
  let at = 0;
  const timer = setInterval(() => response.write(text[at++ % text.length]), 1_000);
  response.on("close", () => clearInterval(timer));
}

/** Words as dimensions: texts that share words are close. */
function embeddings(texts: readonly string[]) {
  const data = texts.map((text, index) => {
    const vector = Array<number>(64).fill(0);
    for (const word of text.toLowerCase().match(/[a-z]{3,}/g) ?? []) {
      const slot = Array.from(word).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 64, 7);
      vector[slot] = (vector[slot] ?? 0) + 1;
    }
    return { object: "embedding", index, embedding: vector };
  });
  return { object: "list", data, model: "test-embedding", usage: { prompt_tokens: 1, total_tokens: 1 } };
}
