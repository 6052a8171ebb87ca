// Search in what was said: filters left, results beside them, one conversation open next to its list.
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { PageHeader } from "@parley/ui/page-header";
import { SearchInput } from "@parley/ui/search-input";
import { IconMessages } from "@tabler/icons-react";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { CustomerSections } from "../../shared/customer-sections.tsx";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useHistoryTitle } from "./history-title.ts";
import { ConversationPanel } from "./conversation-panel.tsx";
import { ExportButton } from "./export-button.tsx";
import { Facets } from "./facets.tsx";
import { readFilters, withoutFilters, withValue } from "./filters-url.ts";
import { NothingFound } from "./nothing-found.tsx";
import { useHistoryPlace } from "./place.ts";
import { ResultList } from "./result-list.tsx";
import { RetentionButton } from "./retention-button.tsx";
import { SavedSearches } from "./saved-searches.tsx";
import { SearchChips } from "./search-chips.tsx";
import { useHistorySearch } from "./use-history-search.ts";
import classes from "./history.module.css";

export function HistoryPage() {
  const { t } = useTranslation("history");
  const place = useHistoryPlace();
  const navigate = useNavigate();
  const { search: address } = useLocation();
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const found = useHistorySearch(place.projectId, place.customerId, filters);
  const { crumbs, name } = useHistoryTitle(place);
  const isFiltered = withoutFilters(params).toString() !== params.toString();
  const close = () => void navigate(`${place.listUrl}${address}`);
  useDocumentTitle(t("title"), name);
  useCloseOnEscape(place.conversationId !== undefined, close);
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={crumbs}
        state={found.first && totalSentence()}
        actions={
          <>
            <RetentionButton projectId={place.projectId} />
            <SavedSearches place={place} />
            <ExportButton place={place} filters={filters} total={found.first?.total} />
          </>
        }
        {...(place.customerId ? { tabs: <CustomerSections /> } : {})}
      />
      <div className={classes["page"]} data-open={place.conversationId ? true : undefined}>
        <div className={classes["searchLine"]}>
          <SearchInput
            value={filters.text}
            placeholder={t("search")}
            onChange={(text) => setParams(withValue(params, "q", text), { replace: true })}
          />
          <SearchChips facets={found.first?.facets} filters={filters} />
        </div>
        <div className={classes["columns"]}>
          <Facets facets={found.first?.facets} filters={filters} />
          <section className={classes["found"]} aria-label={t("list.label")} aria-busy={found.isLoading}>
            {found.first?.matchedBy === "LETTERS" && (
              <p className={classes["close"]} role="status">
                {t("list.close", { text: filters.text })}
              </p>
            )}
            {found.error && <ErrorState error={found.error} onRetry={found.reload} />}
            {!found.error && found.conversations.length > 0 && (
              <ResultList
                place={place}
                conversations={found.conversations}
                hasMore={found.hasMore}
                isLoadingMore={found.isLoadingMore}
                onMore={() => void found.loadMore()}
              />
            )}
            {!found.error &&
              found.first?.conversations.length === 0 &&
              !found.isLoading &&
              (isFiltered ? (
                <NothingFound filters={filters} dropToFind={found.first.dropToFind} />
              ) : (
                <EmptyState
                  icon={<IconMessages size={20} />}
                  title={t("empty.title")}
                  hint={t("empty.hint")}
                />
              ))}
          </section>
          {place.conversationId && (
            <ConversationPanel
              key={place.conversationId}
              place={place}
              id={place.conversationId}
              search={filters.text}
              onClose={close}
              onChanged={found.reload}
            />
          )}
        </div>
      </div>
    </>
  );

  function totalSentence(): string {
    const { count, isAtLeast } = found.first?.total ?? { count: 0, isAtLeast: false };
    return t(isAtLeast ? "list.totalAtLeast" : "list.total", { count });
  }
}

const above = "[role='dialog']:not([popover]), [role='menu'], :popover-open";

function useCloseOnEscape(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
      if (event.key === "Escape" && !event.defaultPrevented && !isTyping && !document.querySelector(above))
        close();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}
