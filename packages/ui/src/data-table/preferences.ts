// Row height and chosen columns, remembered in this browser. Row height is one choice for all tables.
import { useState } from "react";
import { readStored, writeStored } from "../stored.tsx";
import type { Column } from "./types.ts";

export type Density = "comfortable" | "compact";
export const rowHeights: Record<Density, number> = { comfortable: 40, compact: 32 };

export type Preferences = {
  density: Density;
  setDensity: (density: Density) => void;
  visibility: Record<string, boolean>;
  setVisible: (columnId: string, isVisible: boolean) => void;
};

export function usePreferences<Row extends object>(
  storageKey: string,
  columns: readonly Column<Row>[],
): Preferences {
  const columnsKey = `parley.table.${storageKey}.columns`;
  const [density, setDensity] = useState<Density>(() =>
    readStored("parley.density") === "compact" ? "compact" : "comfortable",
  );
  const [chosen, setChosen] = useState(() => parseVisibility(readStored(columnsKey)));
  const visibility = Object.fromEntries(
    columns.map((column) => [
      column.id,
      column.isAlwaysShown === true || (chosen[column.id] ?? column.isHiddenAtFirst !== true),
    ]),
  );
  return {
    density,
    setDensity: (next) => {
      setDensity(next);
      writeStored("parley.density", next);
    },
    visibility,
    setVisible: (columnId, isVisible) => {
      const next = { ...chosen, [columnId]: isVisible };
      setChosen(next);
      writeStored(columnsKey, JSON.stringify(next));
    },
  };
}

function parseVisibility(stored: string | null): Record<string, boolean> {
  if (stored === null) return {};
  try {
    const parsed: unknown = JSON.parse(stored);
    if (typeof parsed !== "object" || parsed === null) return {};
    return Object.fromEntries(
      Object.entries(parsed).flatMap(([id, shown]) => (typeof shown === "boolean" ? [[id, shown]] : [])),
    );
  } catch {
    return {};
  }
}
