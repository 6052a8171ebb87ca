// The frames of /chat (docs/chat-protocol.md).
import { z } from "zod";
import { clientMessageId, type Message, visitorContent } from "./content.ts";
import { identityProof } from "./visitor-identity.ts";

const token = z.string().min(20).max(100);
const pageValue = z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()]);

export const hello = z.strictObject({
  type: z.literal("hello"),
  /** Absent only when a conversation is continued. */
  widgetId: z.uuid().optional(),
  visitorId: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional(),
  conversation: z
    .strictObject({ id: z.uuid(), token, after: z.number().int().min(0).max(2_000_000_000) })
    .optional(),
  pageUrl: z.string().max(2_000).default(""),
  language: z
    .string()
    .regex(/^[A-Za-z0-9-]{2,20}$/)
    .optional(),
  identity: identityProof.optional(),
  page: z
    .record(z.string().regex(/^[A-Za-z_]\w{0,63}$/), pageValue)
    .refine((page) => Object.keys(page).length <= 30)
    .default({}),
});
export type Hello = z.infer<typeof hello>;

export const clientFrame = z.discriminatedUnion("type", [
  hello,
  z.strictObject({ type: z.literal("send"), id: clientMessageId, content: visitorContent }),
  z.strictObject({ type: z.literal("typing") }),
  z.strictObject({ type: z.literal("end") }),
  z.strictObject({ type: z.literal("ping") }),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

export type RefusalCode =
  | "malformed"
  | "token"
  | "origin"
  | "identity"
  | "unknown-widget"
  | "closed"
  | "too-many"
  | "ended"
  | "busy"
  | "file";

export type ServerFrame =
  | {
      type: "welcome";
      conversation: { id: string; token?: string; status: string; lastSequence: number };
      visitorId: string;
    }
  | { type: "message"; message: Message }
  | { type: "accepted"; id: string; sequence: number }
  | { type: "refused"; id?: string; code: RefusalCode; message: string; retryAfterSeconds?: number }
  | { type: "status"; status: string }
  | { type: "typing"; author: "bot" | "agent"; name: string }
  | { type: "delta"; effectId: string; text: string }
  | { type: "pong" };

export const maxFrameBytes = 64 * 1024;

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, message: string, retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  frame(id?: string): ServerFrame {
    const { code, message, retryAfterSeconds } = this;
    return {
      type: "refused",
      ...(id !== undefined && { id }),
      code,
      message,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  }
}

/** Undefined for anything that is not a frame. */
export function parseFrame(text: string): ClientFrame | undefined {
  try {
    return clientFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
