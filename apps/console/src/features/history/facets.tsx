// What the search can be narrowed to, with how many conversations would be left.
import type { HistoryFacets, HistoryFilters } from "@parley/bot-data/history";
import { TextInput } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import listFilters from "../../shared/list-filters.module.css";
import { languageName } from "../../shared/language-name.ts";
import type { ListFilter } from "./filters-url.ts";
import { withToggled, withValue } from "./filters-url.ts";
import classes from "./facets.module.css";
import { outcomeLabel } from "./outcome-words.ts";

const shown = [
  "environments",
  "channelIds",
  "outcomes",
  "flags",
  "intents",
  "labels",
  "botIds",
  "versionIds",
  "languages",
] as const;

type Props = { facets: HistoryFacets | null | undefined; filters: HistoryFilters };

export function Facets({ facets, filters }: Props) {
  const { t } = useTranslation("history");
  const [params, setParams] = useSearchParams();
  const [isOpen, setIsOpen] = useState(false);
  const setDay = (key: string, value: string) => setParams(withValue(params, key, value), { replace: true });
  return (
    <aside aria-label={t("facets.label")}>
      <div className={classes["toggle"]}>
        <button
          type="button"
          className={listFilters["button"]}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconFilter size={15} aria-hidden />
          {t("facets.label")}
        </button>
      </div>
      <div className={classes["facets"]} data-open={isOpen || undefined}>
        <fieldset className={classes["facet"]}>
          <legend>{t("filter.dates")}</legend>
          <TextInput
            size="xs"
            type="date"
            label={t("filter.from")}
            value={filters.from ?? ""}
            onChange={(event) => setDay("from", event.currentTarget.value)}
          />
          <TextInput
            size="xs"
            type="date"
            label={t("filter.to")}
            value={filters.to ?? ""}
            onChange={(event) => setDay("to", event.currentTarget.value)}
          />
        </fieldset>
        {shown.map((name) => {
          const values = facets?.[name] ?? [];
          const isOffered = values.length > 1 || filters[name].length > 0 || isTelling(name, values.length);
          return isOffered ? (
            <fieldset key={name} className={classes["facet"]}>
              <legend>{t(`filter.${name}`)}</legend>
              {values.map(({ value, label, count }) => (
                <label key={value} className={classes["facetValue"]}>
                  <input
                    type="checkbox"
                    checked={isChosen(filters, name, value)}
                    onChange={() => setParams(withToggled(params, name, value))}
                  />
                  <span className={classes["facetName"]}>{valueLabel(t, name, value, label)}</span>
                  <span className={classes["count"]}>{count.toLocaleString()}</span>
                </label>
              ))}
            </fieldset>
          ) : null;
        })}
      </div>
    </aside>
  );
}

/** One value of these says something; one language of all says nothing. */
function isTelling(name: ListFilter, count: number): boolean {
  return count > 0 && ["flags", "intents", "labels", "outcomes"].includes(name);
}

function isChosen(filters: HistoryFilters, name: ListFilter, value: string): boolean {
  return filters[name].some((chosen) => chosen === value);
}

export function valueLabel(t: TFunction<"history">, name: ListFilter, value: string, label: string): string {
  if (name === "flags") return t(`flag.${value}`);
  if (name === "outcomes") return outcomeLabel(t, value);
  if (name === "languages") return languageName(value);
  return label || t("filter.deleted");
}
