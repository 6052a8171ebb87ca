import type { Row as TanStackRow } from "@tanstack/react-table";
import { useTexts } from "../texts.tsx";
import type { Features } from "./column-defs.ts";
import { toggled } from "./body.tsx";
import { RowCheckbox } from "./row-checkbox.tsx";
import type { Column, Selection } from "./types.ts";
import classes from "./data-table.module.css";

type Props<Row extends object> = {
  row: TanStackRow<Features, Row>;
  index: number;
  columns: readonly Column<Row>[];
  isTabStop: boolean;
  isOpen: boolean;
  selection: Selection<Row> | undefined;
  onFocus: () => void;
  onOpen: ((row: Row) => void) | undefined;
};

export function TableRow<Row extends object>({
  row,
  index,
  columns,
  isTabStop,
  isOpen,
  selection,
  onFocus,
  onOpen,
}: Props<Row>) {
  const texts = useTexts();
  const isSelected = selection?.selectedIds.includes(row.id) ?? false;
  const isInteractive = onOpen !== undefined || selection !== undefined;
  return (
    <tr
      className={classes["row"]}
      data-index={index}
      data-opens={onOpen ? true : undefined}
      data-open={isOpen || undefined}
      aria-rowindex={index + 2}
      {...(selection ? { "aria-selected": isSelected } : {})}
      {...(isOpen ? { "aria-current": "true" as const } : {})}
      {...(isInteractive ? { tabIndex: isTabStop ? 0 : -1, onFocus } : {})}
      onClick={(event) => {
        if (onOpen && !isOwnControl(event.target, event.currentTarget)) onOpen(row.original);
      }}
    >
      {selection && (
        <td className={classes["checkCell"]}>
          <RowCheckbox
            label={texts.selectRow}
            isChecked={isSelected}
            isDisabled={!(selection.canSelect?.(row.original) ?? true)}
            onChange={() => selection.onChange(toggled(selection.selectedIds, row.id))}
          />
        </td>
      )}
      {row.getVisibleCells().map((cell) => {
        const column = columns.find((candidate) => candidate.id === cell.column.id);
        return (
          <td key={cell.id} data-align={column?.align}>
            {column?.cell(row.original)}
          </td>
        );
      })}
    </tr>
  );
}

// A click on a link, button or field inside the row is meant for that, not for the row.
function isOwnControl(target: EventTarget, row: HTMLElement): boolean {
  if (!(target instanceof Element)) return false;
  const control = target.closest("a, button, input, label, select, textarea, [role='menuitem']");
  return control !== null && row.contains(control);
}
