import type { ReactNode } from "react";

export type Column<Row extends object> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What search and sort look at. A column without it can do neither. */
  value?: (row: Row) => string | number | null | undefined;
  align?: "left" | "right";
  /** CSS width; columns without one share what is left. */
  width?: string;
  isSortable?: boolean;
  /** The first column, or one the table makes no sense without. */
  isAlwaysShown?: boolean;
  isHiddenAtFirst?: boolean;
};

export type Sort = { column: string; isDescending: boolean };
export type TableState = { search: string; sort: Sort | undefined; page: number };

export type Selection<Row extends object> = {
  selectedIds: readonly string[];
  onChange: (ids: string[]) => void;
  /** Shown in the bar while something is selected. */
  actions?: (rows: Row[]) => ReactNode;
  canSelect?: (row: Row) => boolean;
};

export type DataTableProps<Row extends object> = {
  /** Names the table for screen readers: "Projects". */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  getRowId: (row: Row) => string;
  isLoading?: boolean;
  error?: { message: string; code?: string | undefined } | null | undefined;
  onRetry?: (() => void) | undefined;
  /** What to show when there is nothing yet: usually an EmptyState that does the first step. */
  empty?: ReactNode;
  /** Search, sort and page; keep them in the URL with useTableUrlState. */
  state?: TableState;
  onStateChange?: (state: TableState) => void;
  hasSearch?: boolean;
  searchPlaceholder?: string;
  /** Filter chips and the like, beside the search. */
  filters?: ReactNode;
  isFiltered?: boolean;
  onClearFilters?: () => void;
  toolbarActions?: ReactNode;
  selection?: Selection<Row>;
  onOpenRow?: (row: Row) => void;
  openRowId?: string | undefined;
  pageSize?: number;
  /** Given when the server searches, sorts and pages: the number of rows it has in all. */
  totalCount?: number;
  /** Remembers row height and columns under this name. */
  storageKey: string;
  /** false: as tall as its rows, for a table among other things. */
  fillsPage?: boolean;
};
