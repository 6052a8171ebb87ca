import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./bots.module.css";

type Props = {
  names: readonly { id: string; label: string; count?: number }[];
  value: string | undefined;
  label: string;
  onChoose: (id: string) => void;
};

/** The left side of a tab: names to choose from, with a filter when they are many. */
export function NameList({ names, value, label, onChoose }: Props) {
  const { t } = useTranslation("bots");
  const [search, setSearch] = useState("");
  const shown = names.filter((name) => name.label.toLowerCase().includes(search.toLowerCase()));
  return (
    <nav aria-label={label}>
      {names.length > 8 && (
        <TextInput
          aria-label={t("filter")}
          placeholder={t("filter")}
          mb="xs"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={classes["names"]}>
        {shown.map((name) => (
          <button
            key={name.id}
            type="button"
            className={classes["nameButton"]}
            aria-current={name.id === value}
            onClick={() => onChoose(name.id)}
          >
            <span>{name.label}</span>
            {name.count !== undefined && <span className={classes["muted"]}>{name.count}</span>}
          </button>
        ))}
      </div>
    </nav>
  );
}
