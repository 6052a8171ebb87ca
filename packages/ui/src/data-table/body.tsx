import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import type { ParleyTable } from "./column-defs.ts";
import { rowHeights } from "./preferences.ts";
import type { Density } from "./preferences.ts";
import { TableRow } from "./row.tsx";
import type { DataTableProps } from "./types.ts";
import { nextIndex } from "./keyboard.ts";

type Props<Row extends object> = DataTableProps<Row> & {
  table: ParleyTable<Row>;
  scrollRef: RefObject<HTMLDivElement | null>;
  density: Density;
};

export function TableBody<Row extends object>(props: Props<Row>) {
  const { table, scrollRef, density, selection, onOpenRow, openRowId } = props;
  const rows = table.getRowModel().rows;
  const height = rowHeights[density];
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const wantsFocus = useRef(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const active = Math.min(activeIndex, rows.length - 1);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => height,
    overscan: 12,
    scrollPaddingStart: 36,
  });
  // A changed row height makes every remembered position wrong.
  useEffect(() => virtualizer.measure(), [virtualizer, height]);

  const isVirtual = rows.length > 100;
  const items = isVirtual
    ? virtualizer.getVirtualItems().map((item) => item.index)
    : rows.map((_row, index) => index);
  const before = isVirtual ? (virtualizer.getVirtualItems()[0]?.start ?? 0) : 0;
  const after = isVirtual ? virtualizer.getTotalSize() - (virtualizer.getVirtualItems().at(-1)?.end ?? 0) : 0;

  useEffect(() => {
    if (!wantsFocus.current) return;
    const element = bodyRef.current?.querySelector<HTMLElement>(`[data-index="${active}"]`);
    if (!element) return;
    wantsFocus.current = false;
    element.focus({ preventScroll: isVirtual });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    // Keys typed in a control inside the row belong to that control.
    if (!(event.target instanceof HTMLTableRowElement)) return;
    const row = rows[active];
    if (event.key === "Enter" && row && onOpenRow) return onOpenRow(row.original);
    if (event.key === " " && row && selection) {
      event.preventDefault();
      return selection.onChange(toggled(selection.selectedIds, row.id));
    }
    const next = nextIndex(
      event.key,
      active,
      rows.length,
      Math.floor((scrollRef.current?.clientHeight ?? 400) / height),
    );
    if (next === undefined) return;
    event.preventDefault();
    wantsFocus.current = true;
    setActiveIndex(next);
    if (isVirtual) virtualizer.scrollToIndex(next);
    const nextRow = rows[next];
    // With a row open in the panel, moving through the list moves through the panel.
    if (openRowId !== undefined && nextRow) onOpenRow?.(nextRow.original);
  };

  return (
    <tbody ref={bodyRef} onKeyDown={onKeyDown}>
      {before > 0 && <Spacer height={before} />}
      {items.map((index) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <TableRow
            key={row.id}
            row={row}
            index={index}
            columns={props.columns}
            isTabStop={index === active}
            isOpen={row.id === openRowId}
            selection={selection}
            onFocus={() => setActiveIndex(index)}
            onOpen={onOpenRow}
          />
        );
      })}
      {after > 0 && <Spacer height={after} />}
    </tbody>
  );
}

function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td style={{ padding: 0, border: 0 }} />
    </tr>
  );
}

export function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}
