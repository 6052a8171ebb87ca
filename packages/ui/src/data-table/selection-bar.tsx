import { Button } from "@mantine/core";
import { useTexts } from "../texts.tsx";
import type { Selection } from "./types.ts";
import classes from "./data-table.module.css";

type Props<Row extends object> = {
  selection: Selection<Row>;
  rows: readonly Row[];
  getRowId: (row: Row) => string;
};

export function SelectionBar<Row extends object>({ selection, rows, getRowId }: Props<Row>) {
  const texts = useTexts();
  const chosen = new Set(selection.selectedIds);
  return (
    <div className={classes["selectionBar"]} role="region" aria-label={texts.selectedCount(chosen.size)}>
      <strong role="status">{texts.selectedCount(chosen.size)}</strong>
      {selection.actions?.(rows.filter((row) => chosen.has(getRowId(row))))}
      <Button variant="subtle" color="gray" size="xs" onClick={() => selection.onChange([])}>
        {texts.clearSelection}
      </Button>
    </div>
  );
}
