// The search field of a page. The shell's "/" key focuses the first one it finds by this attribute.
import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTexts } from "./texts.tsx";
import classes from "./search-input.module.css";

type Props = { value: string; onChange: (value: string) => void; placeholder?: string };

export function SearchInput({ value, onChange, placeholder }: Props) {
  const texts = useTexts();
  // The address, where the search usually lives, follows a moment later; what is typed must not wait for it.
  const [draft, setDraft] = useState(value);
  const [isFocused, setIsFocused] = useState(false);
  const shown = isFocused ? draft : value;
  const change = (next: string) => {
    setDraft(next);
    onChange(next);
  };
  const name = placeholder ?? texts.search;
  return (
    <TextInput
      type="search"
      className={classes["search"]}
      data-page-search
      aria-label={name}
      placeholder={name}
      value={shown}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        shown === "" ? (
          <kbd className={classes["key"]} aria-hidden>
            /
          </kbd>
        ) : (
          <CloseButton size="sm" aria-label={texts.clearSearch} onClick={() => change("")} />
        )
      }
      onChange={(event) => change(event.currentTarget.value)}
      onFocus={() => {
        setDraft(value);
        setIsFocused(true);
      }}
      onBlur={() => setIsFocused(false)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        if (shown === "") event.currentTarget.blur();
        else change("");
      }}
    />
  );
}
