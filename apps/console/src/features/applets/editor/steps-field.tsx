// The triggers or the actions of an applet, in their order; another is added from the packages one may use.
import type { FieldError } from "@parley/ui/field-errors";
import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StepCard } from "./step-card.tsx";
import { movedUp, newStep, type PackageChoice, type Step } from "./steps.ts";
import classes from "../applets.module.css";

type Props = {
  kind: "TRIGGER" | "ACTION";
  instanceId: string | undefined;
  steps: readonly Step[];
  packages: readonly PackageChoice[];
  errors: readonly FieldError[];
  onChange: (steps: readonly Step[]) => void;
};

export function StepsField({ kind, instanceId, steps, packages, errors, onChange }: Props) {
  const { t } = useTranslation("applets");
  const choices = packages.filter((choice) => choice.packageTypes.includes(kind) && choice.latestVersion);
  const list = kind === "TRIGGER" ? "triggers" : "actions";
  const set = (index: number, part: Partial<Step>) =>
    onChange(steps.map((step, at) => (at === index ? { ...step, ...part } : step)));
  const add = (id: string | null) => {
    const choice = choices.find((candidate) => candidate.id === id);
    const step = choice && newStep(choice);
    if (step) onChange([...steps, step]);
  };
  const adder = kind === "TRIGGER" ? t("addTrigger") : t("addAction");
  const missing = errors.find((error) => error.field === list);
  return (
    <section className={classes["clause"]} aria-label={t(list)}>
      <h2 className={classes["word"]}>{kind === "TRIGGER" ? t("when") : t("then")}</h2>
      {steps.map((step, index) => (
        <StepCard
          key={step.id ?? `${step.packageId} ${index}`}
          step={step}
          choice={packages.find((candidate) => candidate.id === step.packageId)}
          instanceId={instanceId}
          path={`${list}.${index}.options`}
          errors={errors}
          onChange={(part) => set(index, part)}
          onMoveUp={index > 0 ? () => onChange(movedUp(steps, index)) : undefined}
          onRemove={() => onChange(steps.filter((_, at) => at !== index))}
        />
      ))}
      {missing && (
        <p role="alert" className={classes["problem"]}>
          {missing.message}
        </p>
      )}
      <Select
        aria-label={adder}
        placeholder={steps.length === 0 ? adder : t(kind === "TRIGGER" ? "orTrigger" : "thenAction")}
        searchable
        value={null}
        data={choices.map((choice) => ({ value: choice.id, label: choice.displayName }))}
        renderOption={({ option }) => (
          <span>
            {option.label}
            <span className={classes["optionHint"]}>
              {choices.find((choice) => choice.id === option.value)?.description}
            </span>
          </span>
        )}
        onChange={add}
      />
    </section>
  );
}
