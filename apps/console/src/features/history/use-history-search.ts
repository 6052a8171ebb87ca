// Searches while the address changes, and goes on page by page. A search is a mutation by its name (it is in the
// specification) and a question by its nature: nothing is written, so it may be asked again at any time.
import { historySearchData } from "@parley/bot-data/history";
import type { HistoryFilters, HistorySearchData } from "@parley/bot-data/history";
import { useCallback, useEffect, useRef, useState } from "react";
import { useClient } from "urql";
import { graphql } from "../../generated/graphql.ts";
import { DataError } from "../../lib/graphql/errors.ts";

const searchMutation = graphql(`
  mutation PostHistorySearch($customerId: ID, $projectId: ID!, $searchBody: JSON!) {
    postHistorySearch(customerId: $customerId, projectId: $projectId, searchBody: $searchBody) {
      data
    }
  }
`);

type Found = {
  pages: readonly HistorySearchData[];
  isLoading: boolean;
  isLoadingMore: boolean;
  error: Error | undefined;
};

const typingPauseMs = 200;

export function useHistorySearch(projectId: string, customerId: string | undefined, filters: HistoryFilters) {
  const client = useClient();
  const [found, setFound] = useState<Found>({
    pages: [],
    isLoading: true,
    isLoadingMore: false,
    error: undefined,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(0);
  const key = JSON.stringify(filters);

  const ask = useCallback(
    async (body: Record<string, unknown>) => {
      const answer = await client
        .mutation(searchMutation, { projectId, customerId: customerId ?? null, searchBody: body })
        .toPromise();
      if (answer.error) throw new DataError(answer.error);
      return historySearchData.parse(answer.data?.postHistorySearch.data);
    },
    [client, projectId, customerId],
  );

  useEffect(() => {
    latest.current += 1;
    const mine = latest.current;
    // The search is started from here, so its being under way is said here too.
    // oxlint-disable-next-line react/set-state-in-effect
    setFound((current) => ({ ...current, isLoading: true }));
    const timer = setTimeout(() => {
      ask(JSON.parse(key)).then(
        (page) =>
          mine === latest.current &&
          setFound({ pages: [page], isLoading: false, isLoadingMore: false, error: undefined }),
        (error: Error) =>
          mine === latest.current && setFound({ pages: [], isLoading: false, isLoadingMore: false, error }),
      );
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [ask, key, round]);

  const next = found.pages.at(-1)?.next;
  const loadMore = async () => {
    if (!next) return;
    const mine = latest.current;
    setFound((current) => ({ ...current, isLoadingMore: true }));
    try {
      const page = await ask({ ...filters, after: next, withFacets: false });
      if (mine !== latest.current) return;
      setFound((current) => ({ ...current, pages: [...current.pages, page], isLoadingMore: false }));
    } catch (error) {
      const shown = error instanceof Error ? error : new Error(String(error));
      setFound((current) => ({ ...current, isLoadingMore: false, error: shown }));
    }
  };
  const first = found.pages[0];
  return {
    ...found,
    first,
    conversations: found.pages.flatMap((page) => page.conversations),
    hasMore: Boolean(next),
    loadMore,
    reload: useCallback(() => setRound((current) => current + 1), []),
  };
}
