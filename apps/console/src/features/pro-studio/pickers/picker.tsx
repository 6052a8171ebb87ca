// A list to choose from by typing: node types, nodes to connect to, nodes to find.
import { Modal } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { focusMain } from "../focus-regions.ts";
import classes from "./picker.module.css";

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly icon?: ReactNode;
  /** Everything it can be found by, in lower case. */
  readonly words: string;
}

interface Props {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
}

const most = 60;

export function Picker({ title, placeholder, choices, onChoose, onClose }: Props) {
  const { t } = useTranslation("pro-studio");
  const listId = useId();
  const listRef = useRef<HTMLUListElement>(null);
  const [query, setQuery] = useState("");
  const [wanted, setWanted] = useState(0);
  const found = matching(choices, query);
  const shown = found.slice(0, most);
  const active = Math.max(0, Math.min(wanted, shown.length - 1));
  useFocusAfterwards();
  useEffect(() => {
    listRef.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest" });
  }, [active, query]);
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    onChoose(choice.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Arrows and Enter choose among what an input method offers first.
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setWanted((active + step + shown.length) % Math.max(1, shown.length));
    }
    if (event.key === "Enter") {
      event.preventDefault();
      choose(shown[active]);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={560}
      returnFocus={false}
      yOffset="14dvh"
      attributes={{ content: { "aria-label": title } }}
    >
      <div className={classes["field"]}>
        <IconSearch size={16} aria-hidden />
        <input
          ref={focusAtOnce}
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-label={title}
          aria-activedescendant={shown[active] ? `${listId}-${active}` : undefined}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setWanted(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul className={classes["list"]} id={listId} role="listbox" aria-label={title} ref={listRef}>
        {shown.map((choice, index) => (
          <li
            key={choice.id}
            id={`${listId}-${index}`}
            role="option"
            className={classes["option"]}
            aria-selected={index === active}
            onMouseMove={() => setWanted(index)}
            onClick={() => choose(choice)}
          >
            {choice.icon}
            <span className={classes["label"]}>{choice.label}</span>
            {choice.detail && <span className={classes["detail"]}>{choice.detail}</span>}
          </li>
        ))}
      </ul>
      <p className={classes["count"]} role="status">
        {found.length === 0 ? t("picker.none") : t("picker.count", { count: found.length })}
      </p>
    </Modal>
  );
}

/** Whoever types right behind the shortcut types into the field, not into the shortcuts of the page. */
function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus();
}

/** Back to where one was; from nowhere in particular, to the flow. */
function useFocusAfterwards(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
        else focusMain();
      });
    },
    [before],
  );
}

/** Every word has to occur; what begins with the query comes first. */
export function matching(choices: readonly Choice[], query: string): readonly Choice[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return choices;
  const found = choices.filter((choice) => words.every((word) => choice.words.includes(word)));
  const begins = (choice: Choice) => (choice.label.toLowerCase().startsWith(first) ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b));
}
