// From a figure to the conversations behind it: the same days and narrowing as filters of the history.
import { paths, urlTo } from "../../shared/urls.ts";
import type { AnalyticsQuestion } from "./range-url.ts";

export type HistoryLink = (filters?: Readonly<Record<string, string>>) => string;

export function historyLink(
  place: { orgId: string; projectId: string },
  question: AnalyticsQuestion,
  range: { from: string; to: string },
): HistoryLink {
  const { customerId, environment, channelId } = question;
  const list = customerId
    ? urlTo(paths.history, { ...place, customerId })
    : urlTo(paths.projectHistory, place);
  return (filters = {}) => {
    const params = new URLSearchParams({
      ...range,
      ...(environment && { environment }),
      ...(channelId && { channel: channelId }),
      ...filters,
    });
    return `${list}?${params.toString()}`;
  };
}
