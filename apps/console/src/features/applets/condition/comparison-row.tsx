import { operators, type Comparison, type OperatorName } from "@parley/condition";
import { ActionIcon, Autocomplete, NumberInput, Select, TagsInput, TextInput, Tooltip } from "@mantine/core";
import { IconLetterCase } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { knownFacts } from "./facts.ts";
import { withOperator } from "./tree.ts";
import classes from "./condition.module.css";

const choices = (Object.keys(operators) as OperatorName[]).map((value) => ({
  value,
  label: operators[value].label,
}));
const isKnown = (name: string): name is OperatorName => Object.hasOwn(operators, name);

type Props = { comparison: Comparison; isReadOnly: boolean; onChange: (next: Comparison) => void };

export function ComparisonRow({ comparison, isReadOnly, onChange }: Props) {
  const { t } = useTranslation("applets");
  const { fact, operator, value, caseSensitive = false } = comparison;
  const takes = isKnown(operator) ? operators[operator].takes : "any";
  const isText = takes === "text" || takes === "list" || (takes === "any" && typeof value === "string");
  return (
    <div className={classes["comparison"]}>
      <Autocomplete
        className={classes["fact"] ?? ""}
        aria-label={t("builder.fact")}
        placeholder="page.path"
        limit={12}
        readOnly={isReadOnly}
        data={[...knownFacts]}
        value={fact}
        onChange={(next) => onChange({ ...comparison, fact: next.trim() })}
      />
      <Select
        className={classes["operator"] ?? ""}
        aria-label={t("builder.operator")}
        allowDeselect={false}
        readOnly={isReadOnly}
        data={choices}
        value={operator}
        onChange={(next) => {
          if (next && isKnown(next)) onChange(withOperator(comparison, next, operators[next].takes));
        }}
      />
      {takes !== "nothing" && (
        <Value
          takes={takes}
          value={value}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange({ ...comparison, value: next })}
        />
      )}
      {isText && (
        <Tooltip label={caseSensitive ? t("builder.caseOn") : t("builder.caseOff")}>
          <ActionIcon
            variant={caseSensitive ? "filled" : "default"}
            aria-label={t("builder.case")}
            aria-pressed={caseSensitive}
            disabled={isReadOnly}
            onClick={() => {
              const { caseSensitive: _, ...rest } = comparison;
              onChange(caseSensitive ? rest : { ...rest, caseSensitive: true });
            }}
          >
            <IconLetterCase size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}

type ValueProps = {
  takes: "text" | "number" | "any" | "list";
  value: unknown;
  isReadOnly: boolean;
  onChange: (next: unknown) => void;
};

function Value({ takes, value, isReadOnly, onChange }: ValueProps) {
  const { t } = useTranslation("applets");
  const shared = {
    className: classes["value"] ?? "",
    "aria-label": t("builder.value"),
    readOnly: isReadOnly,
  };
  if (takes === "list") {
    const items = Array.isArray(value) ? value.map(String) : [];
    return (
      <TagsInput
        {...shared}
        placeholder={items.length === 0 ? t("builder.values") : ""}
        value={items}
        onChange={onChange}
      />
    );
  }
  if (takes === "number")
    return (
      <NumberInput
        {...shared}
        value={typeof value === "number" ? value : String(value)}
        onChange={onChange}
      />
    );
  return (
    <TextInput
      {...shared}
      value={typeof value === "string" ? value : value == null ? "" : JSON.stringify(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
