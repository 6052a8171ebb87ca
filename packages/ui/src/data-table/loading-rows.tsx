import { useTexts } from "../texts.tsx";
import type { Column } from "./types.ts";
import classes from "./data-table.module.css";

export function LoadingRows<Row extends object>({
  columns,
  hasSelection,
}: {
  columns: readonly Column<Row>[];
  hasSelection: boolean;
}) {
  const texts = useTexts();
  const shown = columns.filter((column) => column.isHiddenAtFirst !== true);
  return (
    <tbody>
      {Array.from({ length: 8 }, (_value, index) => (
        <tr key={index} aria-hidden={index > 0}>
          {hasSelection && <td />}
          {shown.map((column, place) => (
            <td key={column.id}>
              {index === 0 && place === 0 && <span className={classes["hiddenText"]}>{texts.loading}</span>}
              <span
                className={classes["bone"]}
                style={{ width: `${45 + ((index * 7 + place * 23) % 40)}%` }}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
