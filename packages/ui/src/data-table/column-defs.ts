import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  filterFn_includesString,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { ColumnDef, ReactTable } from "@tanstack/react-table";
import type { Column } from "./types.ts";

export const features = tableFeatures({
  columnVisibilityFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  rowPaginationFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  filterFns: { includesString: filterFn_includesString },
});

export type Features = typeof features;
export type ParleyTable<Row extends object> = ReactTable<Features, Row>;

const byLanguage = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

export function toColumnDefs<Row extends object>(
  columns: readonly Column<Row>[],
): ColumnDef<Features, Row>[] {
  return columns.map((column) => ({
    id: column.id,
    header: column.header,
    accessorFn: (row: Row) => column.value?.(row) ?? null,
    enableSorting: column.isSortable ?? column.value !== undefined,
    enableGlobalFilter: column.value !== undefined,
    enableHiding: column.isAlwaysShown !== true,
    sortDescFirst: false,
    sortFn: (left, right, id) => compare(left.getValue(id), right.getValue(id)),
  }));
}

// Empty values sort last going up, as people expect of a blank cell.
function compare(left: unknown, right: unknown): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (typeof left === "number" && typeof right === "number") return left - right;
  return typeof left === "string" && typeof right === "string" ? byLanguage.compare(left, right) : 0;
}
