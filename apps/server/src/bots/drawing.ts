// Where the Pro Studio drawing that a version comes from names an intent.
import type { Drawing, IntentUse } from "@parley/bot-data";
import { intentReferences } from "@parley/flow";
import { readFlow } from "#domains/pro-studio";
import type { Db } from "#platform/database.ts";

/** Places of the drawing that the version's own flow does not have: it was drawn on since the last sync. */
export async function usesInDrawing(
  db: Db,
  drawing: Drawing,
  intent: string,
  known: readonly IntentUse[],
): Promise<IntentUse[]> {
  const flow = await readFlow(db, drawing.solutionVersionId);
  return intentReferences(flow)
    .filter((place) => place.intent === intent)
    .filter((place) => !known.some((use) => use.nodeId === place.nodeId && use.field === place.field))
    .map(({ nodeId, nodeTitle, field }) => ({
      file: "pro-studio",
      line: 1,
      nodeId,
      place: nodeTitle,
      field,
      isRenamed: !drawing.isPublished,
    }));
}
