// The filters that are on, each removable.
import type { HistoryFacets, HistoryFilters } from "@parley/bot-data/history";
import { FilterChips } from "@parley/ui/filter-chips";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { isListFilter, listFilterNames, withoutFilters, withToggled, withValue } from "./filters-url.ts";
import { valueLabel } from "./facets.tsx";

// A chosen value may drop out of the counts; its name is remembered as long as the console is open.
const names = new Map<string, string>();

function rememberNames(facets: HistoryFacets | null | undefined): void {
  for (const [name, values] of Object.entries(facets ?? {})) {
    for (const { value, label } of values) names.set(`${name} ${value}`, label);
  }
}

type Props = { facets: HistoryFacets | null | undefined; filters: HistoryFilters };

export function SearchChips({ facets, filters }: Props) {
  const { t } = useTranslation("history");
  const [params, setParams] = useSearchParams();
  rememberNames(facets);
  const chips = [
    ...(filters.from ? [{ id: "from", label: t("filter.from"), value: filters.from }] : []),
    ...(filters.to ? [{ id: "to", label: t("filter.to"), value: filters.to }] : []),
    ...(filters.visitorId ? [{ id: "visitor", label: t("filter.visitor"), value: filters.visitorId }] : []),
    ...listFilterNames.flatMap((name) =>
      filters[name].map((value) => ({
        id: `${name} ${value}`,
        label: t(`filter.${name}`),
        value: valueLabel(t, name, value, names.get(`${name} ${value}`) ?? value),
      })),
    ),
  ];
  const remove = (id: string) => {
    const space = id.indexOf(" ");
    const name = id.slice(0, space);
    setParams(
      isListFilter(name) ? withToggled(params, name, id.slice(space + 1)) : withValue(params, id, ""),
    );
  };
  return <FilterChips chips={chips} onRemove={remove} onClearAll={() => setParams(withoutFilters(params))} />;
}
