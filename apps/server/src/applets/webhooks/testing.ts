import { createServer, type IncomingMessage } from "node:http";
import type { TestServer } from "#testing/server.ts";
import type { CreatedInstance, TestPlace } from "../testing.ts";
import { signWebhook } from "./signature.ts";

export interface Target {
  readonly url: string;
  readonly received: { headers: IncomingMessage["headers"]; body: string; path: string }[];
  /** Statuses of the next answers; 200 when there is none. */
  readonly answers: number[];
  stop(): Promise<void>;
}

/** Another system that applets call: it keeps what it got and repeats the credentials it was sent. */
export async function startTarget(): Promise<Target> {
  const received: Target["received"] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push({ headers: request.headers, body, path: request.url ?? "" });
      response.writeHead(answers.shift() ?? 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ echo: request.headers["authorization"] ?? null }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    received,
    answers,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A webhook's address and a new secret of it. */
export async function secretOf(
  server: TestServer,
  place: TestPlace,
  instance: CreatedInstance,
): Promise<{ url: string; secret: string }> {
  const answer = await server.graphql<{ rotateAppletWebhookSecret: { url: string; secret: string } }>(
    /* GraphQL */ `
      mutation RotateAppletWebhookSecret($id: ID!) {
        rotateAppletWebhookSecret(triggerId: $id) {
          url
          secret
        }
      }
    `,
    { id: instance.triggers[0]?.id },
    { userId: place.userId },
  );
  return answer.data.rotateAppletWebhookSecret;
}

/** A signed delivery. */
export async function deliver(
  hook: { url: string; secret: string },
  payload: unknown,
  headers: Record<string, string> = {},
) {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  const response = await fetch(hook.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-parley-signature": signWebhook(hook.secret, body),
      ...headers,
    },
    body,
  });
  return { status: response.status, body: (await response.json()) as { accepted?: boolean; runId?: string } };
}
