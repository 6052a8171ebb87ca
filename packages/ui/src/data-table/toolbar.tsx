import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { DropPanel } from "../drop-panel.tsx";
import { SearchInput } from "../search-input.tsx";
import { useTexts } from "../texts.tsx";
import { TableSettings } from "./settings.tsx";
import type { Preferences } from "./preferences.ts";
import type { DataTableProps, TableState } from "./types.ts";
import classes from "./data-table.module.css";

type Props<Row extends object> = DataTableProps<Row> & {
  state: TableState;
  setState: (state: TableState) => void;
  preferences: Preferences;
};

export function TableToolbar<Row extends object>(props: Props<Row>) {
  const { state, setState, preferences, columns } = props;
  const texts = useTexts();
  return (
    <div className={classes["toolbar"]}>
      {props.hasSearch !== false && (
        <SearchInput
          value={state.search}
          placeholder={props.searchPlaceholder ?? texts.search}
          onChange={(search) => setState({ ...state, search, page: 1 })}
        />
      )}
      {props.filters}
      <span className={classes["push"]} />
      {props.toolbarActions}
      <DropPanel
        label={texts.tableSettings}
        prefix={texts.tableSettings}
        align="end"
        className={classes["settingsButton"]}
        button={<IconAdjustmentsHorizontal size={16} aria-hidden />}
      >
        {() => <TableSettings columns={columns} preferences={preferences} />}
      </DropPanel>
    </div>
  );
}
