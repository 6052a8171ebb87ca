// Filters that are on, each removable, kept in the URL by the page.
import { IconX } from "@tabler/icons-react";
import { useTexts } from "./texts.tsx";
import classes from "./filter-chips.module.css";

export type FilterChip = { id: string; label: string; value: string };

type Props = { chips: readonly FilterChip[]; onRemove: (id: string) => void; onClearAll?: () => void };

export function FilterChips({ chips, onRemove, onClearAll }: Props) {
  const texts = useTexts();
  if (chips.length === 0) return null;
  return (
    <ul className={classes["chips"]}>
      {chips.map((chip) => (
        <li key={chip.id} className={classes["chip"]}>
          <span className={classes["label"]}>{chip.label}</span> {chip.value}
          <button
            type="button"
            aria-label={texts.removeFilter(`${chip.label} ${chip.value}`)}
            onClick={() => onRemove(chip.id)}
          >
            <IconX size={12} aria-hidden />
          </button>
        </li>
      ))}
      {onClearAll && chips.length > 1 && (
        <li>
          <button type="button" className={classes["clear"]} onClick={onClearAll}>
            {texts.clearAll}
          </button>
        </li>
      )}
    </ul>
  );
}
