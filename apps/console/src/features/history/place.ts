// Where a history page is: of one customer or of the whole project, with or without an open conversation.
import { useParams } from "react-router";
import { paths, urlTo } from "../../shared/urls.ts";

export function useHistoryPlace() {
  const { orgId = "", projectId = "", customerId, conversationId } = useParams();
  const listUrl = customerId
    ? urlTo(paths.history, { orgId, projectId, customerId })
    : urlTo(paths.projectHistory, { orgId, projectId });
  return {
    orgId,
    projectId,
    customerId,
    conversationId,
    listUrl,
    conversationUrl: (id: string, search: string) => `${listUrl}/${id}${search}`,
  };
}
export type HistoryPlace = ReturnType<typeof useHistoryPlace>;
