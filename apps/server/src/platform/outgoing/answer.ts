// What came back: its head at once, its body for whoever wants it, never more of it than was allowed.
import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Deadline } from "./deadline.ts";
import { noAnswer, OutgoingError, tooLarge } from "./failure.ts";

export interface Answer {
  readonly status: number;
  header(name: string): string | undefined;
  /** The whole body. */
  text(): Promise<string>;
  /** As `fetch` gives it: the body streams. That costs several times what the whole text does. */
  response(): Response;
  /** Instead of reading it. */
  leave(): void;
}

export interface Limits {
  readonly url: URL;
  readonly method: string;
  readonly maxBytes: number;
  readonly deadline: Deadline;
  readonly onBroken: () => void;
}

export function answerOf(message: IncomingMessage, limits: Limits): Answer {
  const status = message.statusCode ?? 0;
  const hasBody = status !== 204 && status !== 205 && status !== 304 && limits.method !== "HEAD";
  if (!hasBody) message.resume();
  return {
    status,
    header(name) {
      const value = message.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    text: async () => (hasBody ? wholeText(message, limits) : ""),
    response() {
      const response = new Response(hasBody ? streamOf(message, limits) : null, {
        status,
        statusText: printable(message.statusMessage ?? ""),
        headers: responseHeaders(message),
      });
      Object.defineProperty(response, "url", { value: limits.url.href });
      return response;
    },
    leave: () => void (hasBody && message.destroy(hadEnough)),
  };
}

function wholeText(message: IncomingMessage, limits: Limits): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const fail = (error: unknown) => {
    message.destroy();
    reject(failureOf(error, limits));
  };
  // It may have broken before anybody listened.
  if (message.destroyed) fail(message.errored);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body = decoded(message);
  body.on("data", (chunk: Uint8Array) => {
    size += chunk.byteLength;
    // Counted after decompression: a small answer may unpack to a huge one.
    if (size > limits.maxBytes) fail(tooLarge(limits.url.hostname, limits.maxBytes));
    else chunks.push(chunk);
  });
  body.on("end", () => resolve(utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))));
  body.on("error", fail);
  return promise;
}

const utf8 = new TextDecoder();

async function* limited(message: IncomingMessage, limits: Limits) {
  const { url, maxBytes } = limits;
  let size = 0;
  try {
    for await (const chunk of decoded(message)) {
      const bytes: Uint8Array = chunk;
      size += bytes.byteLength;
      if (size > maxBytes) throw tooLarge(url.hostname, maxBytes);
      yield new Uint8Array(bytes);
    }
  } catch (error) {
    throw failureOf(error, limits);
  } finally {
    message.destroy();
  }
}

function failureOf(error: unknown, { url, deadline, onBroken }: Limits): OutgoingError {
  if (error instanceof OutgoingError) return error;
  if (error !== hadEnough && deadline.end?.isByCaller !== true) onBroken();
  return noAnswer(url.hostname, error);
}

const hadEnough = new Error("The reader had enough.");

// ReadableStream.from(), in words the browser tests' DOM types know as well.
function streamOf(message: IncomingMessage, limits: Limits): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = limited(message, limits);
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

function decoded(message: IncomingMessage): Readable {
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

function responseHeaders(message: IncomingMessage): Headers {
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
