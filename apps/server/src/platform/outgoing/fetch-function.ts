// The standard `fetch` signature in front of the guard, for the AI SDK, openid-client and the like.
import type { Outgoing, OutgoingRequest } from "./outgoing.ts";

export type FetchDefaults = Omit<OutgoingRequest, "method" | "headers" | "body" | "signal" | "redirect">;

export function fetchFunction(outgoing: Outgoing, defaults: FetchDefaults = {}): typeof globalThis.fetch {
  return async (input, init) => {
    // Request knows every kind of body that fetch takes and writes its content type.
    const request = new Request(input, init);
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    return outgoing.fetch(request.url, {
      ...defaults,
      method: request.method,
      headers: request.headers,
      redirect: request.redirect,
      signal: request.signal,
      ...(body === undefined ? {} : { body }),
    });
  };
}
