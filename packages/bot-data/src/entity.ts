// entities/<name>.json: what to look for in what a visitor says (decision 046).
import { z } from "zod";

export const builtInKinds = ["number", "date", "duration", "money", "email", "url", "phone"] as const;

const role = z.object({
  name: z.string().min(1).max(100),
  before: z.array(z.string().max(100)).max(50).optional(),
  after: z.array(z.string().max(100)).max(50).optional(),
});
const roles = z.array(role).max(20).optional();

export const entityFile = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("enumeration"),
    values: z
      .array(
        z.object({
          value: z.string().min(1).max(200),
          synonyms: z.array(z.string().min(1).max(200)).max(200).optional(),
        }),
      )
      .max(20_000),
    fuzzy: z.boolean().optional(),
    roles,
  }),
  z.object({
    type: z.literal("regex"),
    pattern: z.string().min(1).max(1_000),
    ignoreCase: z.boolean().optional(),
    roles,
  }),
  z.object({ type: z.literal("builtin"), kind: z.enum(builtInKinds), roles }),
]);
export type EntityFile = z.infer<typeof entityFile>;

/** A find in a text; start and end count UTF-16 units of it. */
export const entityFind = z.looseObject({
  entity: z.string(),
  role: z.string().optional(),
  value: z.unknown(),
  start: z.number(),
  end: z.number(),
  score: z.number(),
});
export type EntityFind = z.infer<typeof entityFind>;

/** What findEntities answers: one list of finds for each text. */
export const entityFinds = z.object({ problems: z.array(z.string()), finds: z.array(z.array(entityFind)) });
