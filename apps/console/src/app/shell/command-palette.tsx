// Ctrl/Cmd-K: goes anywhere and does what the open page offers.
import { Modal } from "@mantine/core";
import { Kbd } from "@parley/ui/kbd";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import type { Command } from "../../shared/commands.ts";
import { rankCommands } from "./rank-commands.ts";
import { usePaletteCommands } from "./palette-commands.ts";
import { usePalettePeople } from "./palette-people.ts";
import classes from "./command-palette.module.css";

type Props = {
  query: string;
  onQuery: (query: string) => void;
  /** The field has the focus: keys arrive there by themselves. */
  onFocus: () => void;
  onClose: () => void;
};

export function CommandPalette({ query, onQuery, onFocus, onClose }: Props) {
  const { t } = useTranslation();
  const listId = useId();
  const listRef = useRef<HTMLUListElement>(null);
  const [activeIndex, setActiveIndex] = useState(0);
  const { orgId } = useParams();
  const commands = usePaletteCommands();
  const people = usePalettePeople(orgId, query);
  // Whoever the server finds comes below: nothing moves away from under the finger on Enter.
  const shown = [...rankCommands(commands, query).slice(0, 50), ...rankCommands(people.commands, query)];
  const active = Math.min(activeIndex, shown.length - 1);

  useEffect(() => {
    listRef.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest" });
  }, [active, query]);

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Arrows and Enter choose among what an input method offers, not among the commands.
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActiveIndex((active + step + shown.length) % Math.max(1, shown.length));
    }
    if (event.key === "Enter") run(shown[active]);
  };

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={600}
      yOffset="12dvh"
      attributes={{ content: { "aria-label": t("palette.title") } }}
    >
      <div className={classes["field"]}>
        <IconSearch size={17} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-label={t("palette.placeholder")}
          aria-activedescendant={shown[active] ? `${listId}-${active}` : undefined}
          placeholder={t("palette.placeholder")}
          value={query}
          onChange={(event) => {
            onQuery(event.currentTarget.value);
            setActiveIndex(0);
          }}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
        />
      </div>
      <ul
        className={classes["list"]}
        id={listId}
        role="listbox"
        aria-label={t("palette.title")}
        ref={listRef}
      >
        {shown.map((command, index) => (
          <li key={command.id} role="presentation">
            {command.group !== shown[index - 1]?.group && (
              <div className={classes["group"]} role="presentation">
                {command.group}
              </div>
            )}
            <div
              id={`${listId}-${index}`}
              role="option"
              className={classes["option"]}
              aria-selected={index === active}
              onMouseMove={() => setActiveIndex(index)}
              onClick={() => run(command)}
            >
              <span className={classes["label"]}>{command.label}</span>
              {command.detail && <span className={classes["detail"]}>{command.detail}</span>}
              {command.keys && <Kbd keys={command.keys} />}
            </div>
          </li>
        ))}
      </ul>
      {shown.length === 0 && !people.isSearching && (
        <p className={classes["none"]} role="status">
          {t("palette.none", { query })}
        </p>
      )}
    </Modal>
  );
}
