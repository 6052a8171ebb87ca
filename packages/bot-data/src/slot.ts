// slots/<intent>.json: what an intent wants to know before the conversation goes on (decision 150).
import { z } from "zod";

export const slot = z.strictObject({
  /** The variable it fills. */
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, "is not the name of a variable"),
  /** What fills it; without one, all the words of the answer do. */
  entity: z.string().min(1).max(100).optional(),
  role: z.string().min(1).max(100).optional(),
  required: z.boolean().optional(),
  prompt: z.string().max(2_000).optional(),
  retryMessage: z.string().max(2_000).optional(),
  keep: z.boolean().optional(),
});
export type SlotEntry = z.infer<typeof slot>;

export const slotFile = z.strictObject({ slots: z.array(slot).max(50) });
export type SlotFile = z.infer<typeof slotFile>;
