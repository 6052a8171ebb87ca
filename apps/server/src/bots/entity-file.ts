import { entityFile } from "@parley/bot-data";
import { z } from "zod";
import type { EntityDefinition } from "#domains/nlu";

/** entities/<name>.json; the name comes from the path. */
export const entityFileSchema = entityFile.and(z.object({ name: z.string().min(1).max(100) }));

/** The readable definitions; validation names those that are not. */
export function entityDefinitions(candidates: readonly Record<string, unknown>[]): EntityDefinition[] {
  return candidates.flatMap((candidate) => {
    const parsed = entityFileSchema.safeParse(candidate);
    // zod's optional keys and exactOptionalPropertyTypes disagree about undefined; parse never adds one.
    return parsed.success ? [parsed.data as EntityDefinition] : [];
  });
}
