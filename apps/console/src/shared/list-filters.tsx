// Filters of a list: a panel to set them, chips for those that are on, all of it in the address.
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { DropPanel } from "@parley/ui/drop-panel";
import { FilterChips } from "@parley/ui/filter-chips";
import { IconFilter } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import classes from "./list-filters.module.css";

export type FilterDefinition = {
  /** Its name in the address. */
  id: string;
  label: string;
  /** Choices; without them the filter is a date. */
  options?: readonly { value: string; label: string }[];
};

export type FilterValues = Readonly<Record<string, string>>;

export function useUrlFilters(ids: readonly string[]) {
  const [params, setParams] = useSearchParams();
  const values: FilterValues = Object.fromEntries(
    ids.flatMap((id) => {
      const value = params.get(id);
      return value ? [[id, value]] : [];
    }),
  );
  const set = (changes: Readonly<Record<string, string>>) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const [id, value] of Object.entries(changes)) {
        if (value === "") next.delete(id);
        else next.set(id, value);
      }
      next.delete("page");
      return next;
    });
  const clear = () => set(Object.fromEntries(ids.map((id) => [id, ""])));
  return { values, set, clear, isFiltered: Object.keys(values).length > 0 };
}

type Props = {
  definitions: readonly FilterDefinition[];
  values: FilterValues;
  set: (changes: Readonly<Record<string, string>>) => void;
  clear: () => void;
};

export function ListFilters({ definitions, values, set, clear }: Props) {
  const { t } = useTranslation();
  const chips = definitions.flatMap((definition) => {
    const value = values[definition.id];
    if (value === undefined) return [];
    const shown = definition.options?.find((option) => option.value === value)?.label ?? value;
    return [{ id: definition.id, label: definition.label, value: shown }];
  });
  return (
    <>
      <DropPanel
        label={t("filters.title")}
        className={classes["button"]}
        button={
          <>
            <IconFilter size={15} aria-hidden />
            {t("filters.button")}
          </>
        }
      >
        {(close) => (
          <div className={classes["panel"]}>
            {definitions.map((definition) =>
              definition.options ? (
                <NativeSelect
                  key={definition.id}
                  size="xs"
                  label={definition.label}
                  value={values[definition.id] ?? ""}
                  data={[{ value: "", label: t("filters.any") }, ...definition.options]}
                  onChange={(event) => set({ [definition.id]: event.currentTarget.value })}
                />
              ) : (
                <TextInput
                  key={definition.id}
                  size="xs"
                  type="date"
                  label={definition.label}
                  value={values[definition.id] ?? ""}
                  onChange={(event) => set({ [definition.id]: event.currentTarget.value })}
                />
              ),
            )}
            <div className={classes["actions"]}>
              <Button size="xs" variant="subtle" color="gray" onClick={clear}>
                {t("filters.clear")}
              </Button>
              <Button size="xs" onClick={close}>
                {t("filters.done")}
              </Button>
            </div>
          </div>
        )}
      </DropPanel>
      <FilterChips chips={chips} onRemove={(id) => set({ [id]: "" })} onClearAll={clear} />
    </>
  );
}
