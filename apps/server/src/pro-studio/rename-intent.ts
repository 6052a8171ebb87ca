// Another name for an intent in a drawing, so that it goes along when the bot version changes it.
import { intentReferences, readStoredNode, withIntentAt } from "@parley/flow";
import type { Tx } from "#platform/database.ts";
import { readFlow } from "./flow.ts";
import { lockFlow, saveNodes } from "./save-nodes.ts";

/** Whoever has the drawing open sees it at once. Answers how many places were changed. */
export async function renameIntentInDrawing(
  tx: Tx,
  solutionVersionId: string,
  names: { before: string; after: string },
  userId: string | undefined,
): Promise<number> {
  await lockFlow(tx, solutionVersionId);
  const flow = await readFlow(tx, solutionVersionId);
  const places = intentReferences(flow).filter((reference) => reference.intent === names.before);
  const fieldsOf = Map.groupBy(places, (place) => place.nodeId);
  const edits = flow.nodes.flatMap((node) => {
    const fields = fieldsOf.get(node.id)?.map((place) => place.field);
    if (!fields) return [];
    const renamed = readStoredNode(Object(withIntentAt(node, fields, names.after)));
    return [{ node: renamed, baseRevision: undefined, lastModified: undefined }];
  });
  if (edits.length > 0) await saveNodes(tx, solutionVersionId, edits, { userId, clientId: undefined });
  return places.length;
}
