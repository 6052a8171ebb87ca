import { z } from "zod";
import type { EntityDefinition } from "#domains/nlu";

const role = z.object({
  name: z.string().min(1).max(100),
  before: z.array(z.string().max(100)).max(50).optional(),
  after: z.array(z.string().max(100)).max(50).optional(),
});
const common = { name: z.string().min(1).max(100), roles: z.array(role).max(20).optional() };

/** entities/<name>.json; the name comes from the path. */
export const entityFileSchema = z.discriminatedUnion("type", [
  z.object({
    ...common,
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
  }),
  z.object({
    ...common,
    type: z.literal("regex"),
    pattern: z.string().min(1).max(1_000),
    ignoreCase: z.boolean().optional(),
  }),
  z.object({
    ...common,
    type: z.literal("builtin"),
    kind: z.enum(["number", "date", "duration", "money", "email", "url", "phone"]),
  }),
]) satisfies z.ZodType<unknown>;

/** The readable definitions; validation names those that are not. */
export function entityDefinitions(candidates: readonly Record<string, unknown>[]): EntityDefinition[] {
  return candidates.flatMap((candidate) => {
    const parsed = entityFileSchema.safeParse(candidate);
    // zod's optional keys and exactOptionalPropertyTypes disagree about undefined; parse never adds one.
    return parsed.success ? [parsed.data as EntityDefinition] : [];
  });
}
