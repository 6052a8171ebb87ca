// One HTTP request on a socket that can only go to the addresses that were checked.
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { bareHost } from "./address.ts";
import type { Deadline } from "./deadline.ts";
import type { Address } from "./destination.ts";
import { noAnswer, OutgoingError, tooLarge } from "./failure.ts";

export interface Exchange {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array | undefined;
  readonly addresses: readonly Address[];
  readonly deadline: Deadline;
  readonly maxBytes: number;
  readonly agents: Agents;
  /** The answer began well and did not arrive whole. */
  readonly onBroken: () => void;
}

export interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

export function createAgents(): Agents {
  // Idle sockets end before a typical server ends them, so that a request is rarely lost on a dying one.
  const options = { keepAlive: true, timeout: 4_000, maxFreeSockets: 32 };
  return { http: new http.Agent(options), https: new https.Agent(options) };
}

export async function exchange(request: Exchange): Promise<Response> {
  const message = await send(request);
  const host = request.url.hostname;
  const declared = Number(message.headers["content-length"] ?? 0);
  const status = message.statusCode ?? 0;
  if (declared > request.maxBytes && request.method !== "HEAD") {
    message.destroy();
    throw tooLarge(host, request.maxBytes);
  }
  if (status < 200 || status > 599) {
    message.destroy();
    throw noAnswer(host, `status ${status}`);
  }
  const hasBody = status !== 204 && status !== 205 && status !== 304 && request.method !== "HEAD";
  if (!hasBody) message.resume();
  const body = hasBody ? streamOf(limited(message, request, request.deadline.hold()), message) : null;
  const response = new Response(body, {
    status,
    statusText: printable(message.statusMessage ?? ""),
    headers: responseHeaders(message),
  });
  Object.defineProperty(response, "url", { value: request.url.href });
  return response;
}

function send({
  url,
  method,
  headers,
  body,
  addresses,
  deadline,
  agents,
}: Exchange): Promise<http.IncomingMessage> {
  const isTls = url.protocol === "https:";
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const options: https.RequestOptions = {
    method,
    host: bareHost(url.hostname),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    headers: Object.fromEntries(headers),
    lookup: pinned(addresses),
    agent: isTls ? agents.https : agents.http,
    signal: deadline.signal,
  };
  try {
    const request = (isTls ? https : http).request(options, resolve);
    request.on("error", (error) => reject(noAnswer(url.hostname, error)));
    request.end(body);
  } catch (error) {
    // Node refuses header values that would break out of their line.
    reject(new OutgoingError("not-allowed", "A header holds characters that are not allowed there.", error));
  }
  return promise;
}

function pinned(addresses: readonly Address[]): LookupFunction {
  return (_host, options, callback) => {
    const first = addresses[0];
    if (options.all === true) callback(null, [...addresses]);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
}

async function* limited(
  message: http.IncomingMessage,
  { url, maxBytes, deadline, onBroken }: Exchange,
  release: () => void,
) {
  const host = url.hostname;
  let size = 0;
  try {
    for await (const chunk of decoded(message)) {
      const bytes: Uint8Array = chunk;
      size += bytes.byteLength;
      // Counted after decompression: a small answer may unpack to a huge one.
      if (size > maxBytes) throw tooLarge(host, maxBytes);
      yield new Uint8Array(bytes);
    }
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    if (error !== hadEnough && !isCallersAbort(deadline.signal)) onBroken();
    throw noAnswer(host, error);
  } finally {
    release();
    message.destroy();
  }
}

/** A deadline aborts with a TimeoutError; anything else came from whoever made the call. */
function isCallersAbort(signal: AbortSignal): boolean {
  return signal.aborted && !(signal.reason instanceof Error && signal.reason.name === "TimeoutError");
}

type Bytes = Uint8Array<ArrayBuffer>;
const hadEnough = new Error("The reader had enough.");

// ReadableStream.from(), in words the browser tests' DOM types know as well.
function streamOf(chunks: AsyncGenerator<Bytes>, message: http.IncomingMessage): ReadableStream<Bytes> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    // Not by ending the generator: that would wait for a chunk that may never come.
    cancel() {
      message.destroy(hadEnough);
    },
  });
}

function decoded(message: http.IncomingMessage): Readable {
  // An answer nobody reads to its end fails when the deadline ends it; that is not a crash.
  message.on("error", () => undefined);
  const create = decoders.get(message.headers["content-encoding"]?.trim().toLowerCase() ?? "");
  if (create === undefined) return message;
  return pipeline(message, create(), () => undefined);
}

const decoders = new Map<string, () => NodeJS.ReadWriteStream & Readable>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

function responseHeaders(message: http.IncomingMessage): Headers {
  const headers = new Headers();
  const isDecoded = decoders.has(message.headers["content-encoding"]?.trim().toLowerCase() ?? "");
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    const name = (message.rawHeaders[index] ?? "").toLowerCase();
    if (isDecoded && (name === "content-encoding" || name === "content-length")) continue;
    headers.append(name, printable(message.rawHeaders[index + 1] ?? ""));
  }
  return headers;
}

function printable(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "");
}
