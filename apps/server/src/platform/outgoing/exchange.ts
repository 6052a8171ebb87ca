// One HTTP request on a socket that can only go to the addresses that were checked.
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { bareHost } from "./address.ts";
import { type Answer, answerOf } from "./answer.ts";
import type { Deadline } from "./deadline.ts";
import type { Address } from "./destination.ts";
import { noAnswer, OutgoingError, tooLarge } from "./failure.ts";

export interface Exchange {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
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

export async function exchange(request: Exchange): Promise<Answer> {
  const message = await send(request);
  // An answer nobody reads to its end fails when the deadline ends it; that is not a crash.
  message.on("error", () => undefined);
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
  return answerOf(message, request);
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
    headers,
    lookup: pinned(addresses),
    agent: isTls ? agents.https : agents.http,
  };
  try {
    const request = (isTls ? https : http).request(options, resolve);
    request.on("error", (error) => reject(noAnswer(url.hostname, error)));
    // It closes when its answer was read to the end, or when it broke.
    request.on(
      "close",
      deadline.hold((reason) => request.destroy(asError(reason))),
    );
    request.end(body);
  } catch (error) {
    // Node refuses header values that would break out of their line.
    reject(new OutgoingError("not-allowed", "A header holds characters that are not allowed there.", error));
  }
  return promise;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("The call was given up.", { cause: reason });
}

function pinned(addresses: readonly Address[]): LookupFunction {
  return (_host, options, callback) => {
    const first = addresses[0];
    if (options.all === true) callback(null, [...addresses]);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
}
