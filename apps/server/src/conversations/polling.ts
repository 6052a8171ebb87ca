// Where websockets are blocked: the same frames over POST, and a poll that waits for news.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { clientMessageId, visitorContent } from "./content.ts";
import type { Hub, Listener } from "./hub.ts";
import { hello, Refusal, type ServerFrame } from "./protocol.ts";
import { endByVisitor, type Front, open, send } from "./visitor-session.ts";

const pollMs = 25_000;
const statuses: Record<string, number> = {
  token: 401,
  origin: 403,
  identity: 403,
  "unknown-widget": 404,
  "too-many": 429,
};

const conversation = z.strictObject({
  id: z.uuid(),
  token: z.string().min(20).max(100),
  after: z.number().int().min(0).max(2_000_000_000),
});
const sending = z.strictObject({ conversation, id: clientMessageId, content: visitorContent });
const pointing = z.strictObject({ conversation });

export function registerPolling(app: FastifyInstance, front: Front, hub: Hub): void {
  const route = <T>(
    path: string,
    schema: z.ZodType<T>,
    handle: (body: T, origin: string) => Promise<unknown>,
  ) =>
    app.post(`/chat/${path}`, async (request, reply) => {
      try {
        const body = schema.safeParse(request.body);
        if (!body.success) throw new Refusal("malformed", "This is not a chat frame.");
        return await front.chat.services.databaseWatch.during(() => handle(body.data, originOf(request)));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return refuse(reply, error);
      }
    });

  route("hello", hello, async (frame, origin) => {
    const { id, token, visitorId, status, lastSequence } = await open(front, frame, origin);
    return {
      type: "welcome",
      conversation: { id, ...(token && { token }), status, lastSequence },
      visitorId,
    };
  });
  route("send", sending, async ({ conversation: given, id, content }, origin) => {
    const opened = await continued(front, given, origin);
    return { type: "accepted", id, sequence: await send(front, opened, id, content) };
  });
  route("end", pointing, async ({ conversation: given }, origin) => {
    await endByVisitor(front, await continued(front, given, origin));
    return {};
  });
  route("poll", pointing, async ({ conversation: given }, origin) => {
    const { id, after, status } = await continued(front, given, origin);
    return { frames: await news(hub, { conversationId: id, cursor: after, status }) };
  });
}

const continued = (front: Front, given: z.infer<typeof conversation>, origin: string) =>
  open(front, { type: "hello", conversation: given, pageUrl: "", page: {} }, origin);

/** Resolves with the first frames there are, or with none after a while. */
async function news(hub: Hub, from: Omit<Listener, "send">): Promise<ServerFrame[]> {
  const frames: ServerFrame[] = [];
  let arrived: (() => void) | undefined;
  const listener: Listener = {
    ...from,
    send(frame) {
      frames.push(frame);
      // What is committed together arrives together.
      setTimeout(() => arrived?.(), 10);
    },
  };
  const leave = hub.add(listener);
  try {
    await hub.catchUp(listener);
    if (frames.length > 0) return frames;
    await new Promise<void>((resolve) => {
      arrived = resolve;
      setTimeout(resolve, pollMs);
    });
    return frames;
  } finally {
    leave();
  }
}

/** A page of another origin may not call these at all: there is no CORS for it. */
function originOf(request: FastifyRequest): string {
  const { origin, host } = request.headers;
  return origin ?? `${request.protocol}://${host ?? ""}`;
}

function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfterSeconds) reply.header("retry-after", refusal.retryAfterSeconds);
  return reply.status(statuses[refusal.code] ?? 400).send(refusal.frame());
}
