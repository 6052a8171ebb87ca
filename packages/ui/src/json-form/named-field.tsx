// A string that names something, such as a bot: chosen by name where the form knows what there is.
import { Select } from "@mantine/core";
import { createContext, use } from "react";
import { useTexts } from "../texts.tsx";
import type { Choice, Choices, FieldProps } from "./props.ts";
import { common, TextField } from "./simple-fields.tsx";

export const ChoicesContext = createContext<Choices>({});

export function NamedField(props: FieldProps) {
  const texts = useTexts();
  const known = use(ChoicesContext)[props.schema["x-parley-choice"] ?? ""];
  const { value, onChange, isRequired } = props;
  if (!known) return <TextField {...props} />;
  const current = typeof value === "string" ? value : "";
  // What is no longer there, or a placeholder somebody wrote, stays until another is chosen.
  const isUnknown = current !== "" && !known.some((choice) => choice.value === current);
  return (
    <Select
      {...common(props)}
      searchable
      clearable={!isRequired}
      allowDeselect={!isRequired}
      nothingFoundMessage={texts.noMatches}
      data={[...(isUnknown ? [{ value: current, label: current }] : []), ...grouped(known)]}
      value={current === "" ? null : current}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

function grouped(choices: readonly Choice[]) {
  const groups = Object.entries(Object.groupBy(choices, (choice) => choice.group ?? ""));
  if (groups.length < 2) return choices.map(({ value, label }) => ({ value, label }));
  return groups.map(([group, items = []]) => ({
    group,
    items: items.map(({ value, label }) => ({ value, label })),
  }));
}
