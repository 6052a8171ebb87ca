// No results: says which filter stands in the way and takes it off.
import type { HistoryFilters } from "@parley/bot-data/history";
import { EmptyState } from "@parley/ui/empty-state";
import { Button } from "@mantine/core";
import { IconSearchOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { isListFilter, listFilters, withoutFilters, withValue } from "./filters-url.ts";
import classes from "./history.module.css";

type Props = { filters: HistoryFilters; dropToFind: readonly string[] };

const keys: Readonly<Record<string, string>> = { text: "q", visitorId: "visitor", from: "from", to: "to" };

export function NothingFound({ filters, dropToFind }: Props) {
  const { t } = useTranslation("history");
  const [params, setParams] = useSearchParams();
  const keyOf = (name: string) => (isListFilter(name) ? listFilters[name] : (keys[name] ?? name));
  return (
    <EmptyState
      icon={<IconSearchOff size={20} />}
      title={filters.text ? t("nothing.title", { text: filters.text }) : t("nothing.titleFilters")}
      hint={dropToFind.length > 0 ? t("nothing.hint") : t("nothing.hintAll")}
      action={{ label: t("nothing.clear"), onClick: () => setParams(withoutFilters(params)) }}
    >
      {dropToFind.length > 0 && (
        <p className={classes["drops"]}>
          {dropToFind.map((name) => (
            <Button
              key={name}
              size="xs"
              variant="default"
              onClick={() => setParams(withValue(params, keyOf(name), ""))}
            >
              {t("nothing.drop", { filter: t(`filter.${name}`) })}
            </Button>
          ))}
        </p>
      )}
    </EmptyState>
  );
}
