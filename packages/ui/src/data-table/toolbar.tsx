import { ActionIcon, Menu } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconCheck } from "@tabler/icons-react";
import { SearchInput } from "../search-input.tsx";
import { useTexts } from "../texts.tsx";
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
      <Menu position="bottom-end" closeOnItemClick={false}>
        <Menu.Target>
          <ActionIcon size={32} aria-label={texts.tableSettings} title={texts.tableSettings}>
            <IconAdjustmentsHorizontal size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{texts.density}</Menu.Label>
          {(["comfortable", "compact"] as const).map((density) => (
            <Menu.Item
              key={density}
              role="menuitemradio"
              aria-checked={preferences.density === density}
              leftSection={<Tick isShown={preferences.density === density} />}
              onClick={() => preferences.setDensity(density)}
            >
              {texts[density]}
            </Menu.Item>
          ))}
          <Menu.Label>{texts.columns}</Menu.Label>
          {columns.map((column) => (
            <Menu.Item
              key={column.id}
              role="menuitemcheckbox"
              aria-checked={preferences.visibility[column.id] ?? true}
              disabled={column.isAlwaysShown === true}
              leftSection={<Tick isShown={preferences.visibility[column.id] ?? true} />}
              onClick={() => preferences.setVisible(column.id, !(preferences.visibility[column.id] ?? true))}
            >
              {column.header}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function Tick({ isShown }: { isShown: boolean }) {
  return <IconCheck size={14} aria-hidden style={{ visibility: isShown ? "visible" : "hidden" }} />;
}
