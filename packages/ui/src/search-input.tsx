// The search field of a page. The shell's "/" key focuses the first one it finds by this attribute.
import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useTexts } from "./texts.tsx";
import classes from "./search-input.module.css";

type Props = { value: string; onChange: (value: string) => void; placeholder?: string };

export function SearchInput({ value, onChange, placeholder }: Props) {
  const texts = useTexts();
  const name = placeholder ?? texts.search;
  return (
    <TextInput
      type="search"
      className={classes["search"]}
      data-page-search
      aria-label={name}
      placeholder={name}
      value={value}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        value === "" ? (
          <kbd className={classes["key"]} aria-hidden>
            /
          </kbd>
        ) : (
          <CloseButton size="sm" aria-label={texts.clearSearch} onClick={() => onChange("")} />
        )
      }
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        if (value === "") event.currentTarget.blur();
        else onChange("");
      }}
    />
  );
}
