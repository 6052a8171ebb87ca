import { useTexts } from "../texts.tsx";
import type { Preferences } from "./preferences.ts";
import type { Column } from "./types.ts";
import classes from "./data-table.module.css";

type Props<Row extends object> = { columns: readonly Column<Row>[]; preferences: Preferences };

/** Row height and columns. */
export function TableSettings<Row extends object>({ columns, preferences }: Props<Row>) {
  const texts = useTexts();
  return (
    <>
      <fieldset className={classes["settings"]}>
        <legend>{texts.density}</legend>
        {(["comfortable", "compact"] as const).map((density) => (
          <label key={density}>
            <input
              type="radio"
              name="density"
              className={classes["check"]}
              checked={preferences.density === density}
              onChange={() => preferences.setDensity(density)}
            />
            {texts[density]}
          </label>
        ))}
      </fieldset>
      <fieldset className={classes["settings"]}>
        <legend>{texts.columns}</legend>
        {columns.map((column) => (
          <label key={column.id}>
            <input
              type="checkbox"
              className={classes["check"]}
              checked={preferences.visibility[column.id] ?? true}
              disabled={column.isAlwaysShown === true}
              onChange={(event) => preferences.setVisible(column.id, event.currentTarget.checked)}
            />
            {column.header}
          </label>
        ))}
      </fieldset>
    </>
  );
}
