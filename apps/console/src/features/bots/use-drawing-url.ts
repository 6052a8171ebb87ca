import type { Drawing } from "@parley/bot-data/version";
import { useParams } from "react-router";
import { paths, urlTo } from "../../shared/urls.ts";

/** Where a version's flow is drawn, at one of its nodes when it is given; undefined when it is drawn nowhere. */
export function useDrawingUrl(drawing: Drawing | null): ((nodeId?: string) => string) | undefined {
  const { orgId = "", projectId = "" } = useParams();
  if (!drawing) return undefined;
  const { solutionId, solutionVersionId } = drawing;
  const url = urlTo(paths.flow, { orgId, projectId, solutionId, solutionVersionId });
  return (nodeId) => (nodeId === undefined ? url : `${url}?${new URLSearchParams({ node: nodeId })}`);
}
