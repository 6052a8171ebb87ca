// The one table of the console: search, sort, columns, density, selection, keyboard, and
// its own loading, empty and error states. Past a hundred rows it draws only what is in view.
import { useMemo, useRef } from "react";
import { useTable } from "@tanstack/react-table";
import { EmptyState } from "./empty-state.tsx";
import { ErrorState } from "./error-state.tsx";
import { useTexts } from "./texts.tsx";
import { TableBody } from "./data-table/body.tsx";
import { features, toColumnDefs } from "./data-table/column-defs.ts";
import { TableFooter } from "./data-table/footer.tsx";
import { TableHead } from "./data-table/head.tsx";
import { LoadingRows } from "./data-table/loading-rows.tsx";
import { usePreferences } from "./data-table/preferences.ts";
import { SelectionBar } from "./data-table/selection-bar.tsx";
import { TableToolbar } from "./data-table/toolbar.tsx";
import { useTableState } from "./data-table/table-state.ts";
import type { DataTableProps } from "./data-table/types.ts";
import classes from "./data-table/data-table.module.css";

export type { Column, DataTableProps, Sort, TableState } from "./data-table/types.ts";

const noRows: never[] = [];

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, label, getRowId, isLoading = false, error, selection, pageSize, totalCount } = props;
  const rows = props.rows ?? noRows;
  const texts = useTexts();
  const scrollRef = useRef<HTMLDivElement>(null);
  const preferences = usePreferences(props.storageKey, columns);
  const [state, setState] = useTableState(props.state, props.onStateChange);
  const isServerPaged = totalCount !== undefined;
  const columnDefs = useMemo(() => toColumnDefs(columns), [columns]);
  const page = pageSize ? { pageIndex: state.page - 1, pageSize } : { pageIndex: 0, pageSize: Infinity };

  const table = useTable({
    features,
    columns: columnDefs,
    data: rows,
    getRowId,
    manualFiltering: isServerPaged,
    manualSorting: isServerPaged,
    manualPagination: isServerPaged,
    autoResetPageIndex: false,
    enableSortingRemoval: true,
    ...(isServerPaged ? { rowCount: totalCount } : {}),
    globalFilterFn: "includesString",
    getColumnCanGlobalFilter: (column) =>
      columns.some(({ id, value }) => id === column.id && value !== undefined),
    state: {
      globalFilter: state.search,
      sorting: state.sort ? [{ id: state.sort.column, desc: state.sort.isDescending }] : [],
      pagination: page,
      columnVisibility: preferences.visibility,
    },
    onSortingChange: (change) => {
      const current = state.sort ? [{ id: state.sort.column, desc: state.sort.isDescending }] : [];
      const [first] = typeof change === "function" ? change(current) : change;
      setState({
        ...state,
        sort: first ? { column: first.id, isDescending: first.desc } : undefined,
        page: 1,
      });
    },
  });

  const visibleRows = table.getRowModel().rows;
  const matchCount = isServerPaged ? totalCount : table.getFilteredRowModel().rows.length;
  const hasRows = visibleRows.length > 0;
  const showsSkeleton = isLoading && rows.length === 0;
  const isFiltered = state.search !== "" || props.isFiltered === true;

  return (
    <section className={classes["root"]} aria-label={label} data-density={preferences.density}>
      <TableToolbar {...props} state={state} setState={setState} preferences={preferences} />
      {selection && selection.selectedIds.length > 0 && (
        <SelectionBar selection={selection} rows={rows} getRowId={getRowId} />
      )}
      <div className={classes["scroll"]} ref={scrollRef} data-fills={props.fillsPage !== false || undefined}>
        <table
          className={classes["table"]}
          aria-label={label}
          aria-rowcount={matchCount + 1}
          aria-busy={isLoading}
        >
          <TableHead table={table} columns={columns} selection={selection} />
          {showsSkeleton && <LoadingRows columns={columns} hasSelection={Boolean(selection)} />}
          {hasRows && (
            <TableBody {...props} table={table} scrollRef={scrollRef} density={preferences.density} />
          )}
        </table>
        {!showsSkeleton && !hasRows && !error && (
          <div className={classes["state"]}>
            {isFiltered ? (
              <EmptyState
                title={texts.noMatches}
                hint={texts.noMatchesHint}
                action={{
                  label: texts.clearFilters,
                  onClick: () => {
                    setState({ ...state, search: "", page: 1 });
                    props.onClearFilters?.();
                  },
                }}
              />
            ) : (
              props.empty
            )}
          </div>
        )}
        {error && !hasRows && (
          <div className={classes["state"]}>
            <ErrorState error={error} onRetry={props.onRetry} />
          </div>
        )}
      </div>
      {error && hasRows && <ErrorState error={error} onRetry={props.onRetry} isInline />}
      {(hasRows || matchCount > 0) && (
        <TableFooter
          matchCount={matchCount}
          pageSize={pageSize}
          page={state.page}
          onPage={(next) => setState({ ...state, page: next })}
        />
      )}
    </section>
  );
}
