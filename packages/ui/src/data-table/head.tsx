import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { useTexts } from "../texts.tsx";
import type { ParleyTable } from "./column-defs.ts";
import { RowCheckbox } from "./row-checkbox.tsx";
import type { Column, Selection } from "./types.ts";
import classes from "./data-table.module.css";

type Props<Row extends object> = {
  table: ParleyTable<Row>;
  columns: readonly Column<Row>[];
  selection: Selection<Row> | undefined;
};

export function TableHead<Row extends object>({ table, columns, selection }: Props<Row>) {
  const texts = useTexts();
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th className={classes["checkCell"]} scope="col">
            <SelectAll table={table} selection={selection} label={texts.selectAll} />
          </th>
        )}
        {headers.map((header) => {
          const column = columns.find((candidate) => candidate.id === header.column.id);
          const sorted = header.column.getIsSorted();
          const Icon = sorted === "asc" ? IconArrowUp : sorted === "desc" ? IconArrowDown : IconArrowsSort;
          return (
            <th
              key={header.id}
              scope="col"
              data-align={column?.align}
              style={column?.width ? { width: column.width } : undefined}
              {...(header.column.getCanSort()
                ? { "aria-sort": sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : "none" }
                : {})}
            >
              {header.column.getCanSort() ? (
                <button
                  type="button"
                  className={classes["sort"]}
                  onClick={() => header.column.toggleSorting()}
                >
                  {column?.header}
                  <Icon size={13} aria-hidden data-idle={sorted === false || undefined} />
                </button>
              ) : (
                column?.header
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function SelectAll<Row extends object>({
  table,
  selection,
  label,
}: {
  table: ParleyTable<Row>;
  selection: Selection<Row>;
  label: string;
}) {
  const ids = table
    .getFilteredRowModel()
    .rows.filter((row) => selection.canSelect?.(row.original) ?? true)
    .map((row) => row.id);
  const chosen = new Set(selection.selectedIds);
  const chosenHere = ids.filter((id) => chosen.has(id)).length;
  const hasAll = ids.length > 0 && chosenHere === ids.length;
  return (
    <RowCheckbox
      label={label}
      isChecked={hasAll}
      isPartial={!hasAll && chosenHere > 0}
      onChange={() => selection.onChange(hasAll ? [] : ids)}
    />
  );
}
