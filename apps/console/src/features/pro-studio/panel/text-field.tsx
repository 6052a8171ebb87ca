// A text field that offers names: variables after {{, or the names of a kind. The browser's own undo works in it.
import { Textarea, TextInput } from "@mantine/core";
import type { Json } from "@parley/flow";
import { useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useVariables } from "./suggestions.ts";
import classes from "./panel.module.css";

interface Props {
  readonly path: string;
  readonly label: string;
  readonly help?: string | undefined;
  readonly isRequired?: boolean;
  readonly isLong?: boolean;
  readonly isTemplate?: boolean;
  readonly suggestions?: readonly string[];
  readonly error?: string | undefined;
  readonly value: Json | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (value: string) => void;
}

type Offer = { readonly typed: string; readonly names: readonly string[]; readonly active: number };

export function TextField(props: Props) {
  const { path, label, help, isLong, isTemplate, suggestions = [], error, isReadOnly, onChange } = props;
  const { t } = useTranslation("pro-studio");
  const listId = useId();
  const variables = useVariables();
  const [offer, setOffer] = useState<Offer | null>(null);
  const inputRef = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const value = textOf(props.value);

  const look = (input: HTMLInputElement | HTMLTextAreaElement) => {
    const before = input.value.slice(0, input.selectionStart ?? 0);
    const open = isTemplate ? /\{\{\s*([\w.]*)$/.exec(before) : null;
    if (open) return offerNames(variables, open[1] ?? "");
    if (!isTemplate && suggestions.length > 0) return offerNames(suggestions, input.value);
    setOffer(null);
  };
  const offerNames = (names: readonly string[], typed: string) => {
    const fitting = names.filter(
      (name) => name !== typed && name.toLowerCase().startsWith(typed.toLowerCase()),
    );
    setOffer(fitting.length > 0 ? { typed, names: fitting.slice(0, 8), active: 0 } : null);
  };
  const take = (name: string) => {
    const input = inputRef.current;
    if (!input || !offer) return;
    input.focus();
    if (isTemplate) {
      const at = input.selectionStart ?? 0;
      input.setSelectionRange(at - offer.typed.length, at);
      const isClosed = input.value.slice(at).startsWith("}}");
      insert(isClosed ? name : `${name}}}`);
    } else {
      input.select();
      insert(name);
    }
    setOffer(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!offer) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setOffer({ ...offer, active: (offer.active + step + offer.names.length) % offer.names.length });
    } else if ((event.key === "Enter" && isTemplate) || (event.key === "Tab" && isTemplate)) {
      event.preventDefault();
      take(offer.names[offer.active] ?? "");
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      setOffer(null);
    }
  };
  const shared = {
    label,
    description: help,
    error,
    withAsterisk: false,
    size: "sm",
    readOnly: isReadOnly,
    "data-field": path,
    value,
    onKeyDown,
    onBlur: () => setOffer(null),
    onFocus: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      if (!isTemplate) look(event.currentTarget);
    },
    onChange: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      onChange(event.currentTarget.value);
      look(event.currentTarget);
    },
    ...(offer ? { "aria-controls": listId, "aria-activedescendant": `${listId}-${offer.active}` } : {}),
    ...(isTemplate || suggestions.length > 0
      ? { role: "combobox", "aria-expanded": offer !== null, "aria-autocomplete": "list" as const }
      : {}),
  };
  return (
    <div className={classes["textField"]}>
      {isLong ? (
        <Textarea {...shared} ref={inputRef} autosize minRows={2} maxRows={12} />
      ) : (
        <TextInput {...shared} ref={inputRef} autoComplete="off" />
      )}
      {offer && (
        <ul className={classes["offer"]} id={listId} role="listbox" aria-label={t("panel.suggestions")}>
          {offer.names.map((name, i) => (
            <li
              key={name}
              id={`${listId}-${i}`}
              role="option"
              aria-selected={i === offer.active}
              onPointerDown={(event) => {
                event.preventDefault();
                take(name);
              }}
            >
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The old way, because it is the only one that the browser's undo knows about. */
function insert(text: string): void {
  document.execCommand("insertText", false, text);
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
