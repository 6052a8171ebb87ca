// `http()` of a script: through the guard for outgoing calls, and only to the hosts its owner listed.
import { z } from "zod";
import type { Outgoing } from "#platform/outgoing/outgoing.ts";
import type { ScriptHttp } from "./sandbox.ts";

export interface ScriptHttpOptions {
  /** `api.example.com`, or `*.example.com` for every name below it. */
  readonly allowedHosts: readonly string[];
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

const request = z.object({
  url: z.string().max(4_000),
  method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]).default("GET"),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.unknown().optional(),
});

export function createScriptHttp(outgoing: Outgoing, options: ScriptHttpOptions): ScriptHttp {
  const { allowedHosts, timeoutMs = 5_000, maxBytes = 200_000 } = options;
  return async (given, signal) => {
    const { data } = request.safeParse(given);
    if (data === undefined) throw new Error("http() takes { url, method, headers, body }.");
    const url = URL.parse(data.url);
    if (url === null || !isAllowedHost(url.hostname, allowedHosts)) {
      throw new Error(
        `The script may not call ${url?.hostname ?? "this address"}. Add the host to its allowed hosts.`,
      );
    }
    const body = bodyOf(data.body);
    const response = await outgoing.fetch(url, {
      method: data.method,
      headers: {
        ...(typeof data.body === "object" ? { "content-type": "application/json" } : {}),
        ...data.headers,
      },
      ...(body === undefined ? {} : { body }),
      timeoutMs,
      maxBytes,
      signal,
      // A redirect could leave the listed hosts; the script sees it and may follow it by name.
      redirect: "manual",
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: isJson ? jsonOr(text) : text,
    };
  };
}

export function isAllowedHost(host: string, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some((entry) => {
    const allowed = entry.toLowerCase();
    return allowed.startsWith("*.") ? host.endsWith(allowed.slice(1)) : host === allowed;
  });
}

function bodyOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  return typeof body === "string" ? body : JSON.stringify(body);
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
