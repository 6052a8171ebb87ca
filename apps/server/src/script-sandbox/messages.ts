// A guest process is not trusted either: whatever it sends is read through this.
import { z } from "zod";
import { failureKinds, limits, type FromGuest } from "./guest/protocol.ts";

const place = z.number().int().positive().optional();

const failure = z.object({
  kind: z.enum(failureKinds),
  message: z.string().max(limits.textChars),
  line: place,
  column: place,
});

const outcome = z.object({
  output: z.string().max(limits.jsonChars),
  variables: z.record(z.string().max(200), z.string().max(limits.inputChars)),
  said: z.array(z.string().max(limits.textChars)).max(limits.texts),
  logs: z.array(z.string().max(limits.logChars)).max(limits.logs),
  error: failure.optional(),
});

const fromGuest: z.ZodType<FromGuest> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("http"), call: z.number().int(), request: z.string().max(limits.jsonChars) }),
  z.object({ type: z.literal("done"), outcome }),
  z.object({ type: z.literal("checked"), problem: failure.optional() }),
]);

export function readMessage(message: unknown): FromGuest | undefined {
  return fromGuest.safeParse(message).data;
}
