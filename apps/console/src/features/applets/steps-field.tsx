// The triggers or the actions of an applet: choose a package, fill in its options.
import type { FieldError } from "@parley/ui/field-errors";
import { JsonForm } from "@parley/ui/json-form";
import { ActionIcon, Select } from "@mantine/core";
import { IconArrowUp, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./applets.module.css";

export type Step = {
  id?: string;
  name: string;
  options: unknown;
  packageId: string;
  packageVersionId: string;
};
export type PackageChoice = {
  id: string;
  displayName: string;
  description: string;
  packageTypes: readonly string[];
  latestVersion?: { id: string; schema: unknown } | null;
};

type Props = {
  kind: "TRIGGER" | "ACTION";
  steps: readonly Step[];
  packages: readonly PackageChoice[];
  errors: readonly FieldError[];
  onChange: (steps: readonly Step[]) => void;
};

export function StepsField({ kind, steps, packages, errors, onChange }: Props) {
  const { t } = useTranslation("applets");
  const choices = packages.filter((choice) => choice.packageTypes.includes(kind));
  const list = kind === "TRIGGER" ? "triggers" : "actions";
  const set = (index: number, part: Partial<Step>) =>
    onChange(steps.map((step, at) => (at === index ? { ...step, ...part } : step)));
  const add = (id: string | null) => {
    const choice = choices.find((candidate) => candidate.id === id);
    if (!choice?.latestVersion) return;
    onChange([
      ...steps,
      {
        name: choice.displayName,
        options: {},
        packageId: choice.id,
        packageVersionId: choice.latestVersion.id,
      },
    ]);
  };
  return (
    <section className={classes["clause"]} aria-label={t(list)}>
      <h2 className={classes["word"]}>{kind === "TRIGGER" ? t("when") : t("then")}</h2>
      {steps.map((step, index) => {
        const choice = packages.find((candidate) => candidate.id === step.packageId);
        return (
          <div key={step.id ?? `${step.packageId} ${index}`} className={classes["step"]}>
            <div className={classes["stepHead"]}>
              <strong>{choice?.displayName ?? step.name}</strong>
              <span className={classes["muted"]}>{choice?.description}</span>
              <span className={classes["end"]}>
                {index > 0 && (
                  <ActionIcon
                    variant="subtle"
                    aria-label={t("moveUp", { name: step.name })}
                    onClick={() => onChange(swapped(steps, index))}
                  >
                    <IconArrowUp size={15} />
                  </ActionIcon>
                )}
                <ActionIcon
                  variant="subtle"
                  aria-label={t("removeStep", { name: step.name })}
                  onClick={() => onChange(steps.filter((_, at) => at !== index))}
                >
                  <IconX size={15} />
                </ActionIcon>
              </span>
            </div>
            <JsonForm
              schema={choice?.latestVersion?.schema ?? {}}
              value={step.options}
              errors={errors}
              errorPrefix={`${list}.${index}.options`}
              onChange={(options) => set(index, { options })}
            />
          </div>
        );
      })}
      <Select
        aria-label={kind === "TRIGGER" ? t("addTrigger") : t("addAction")}
        placeholder={kind === "TRIGGER" ? t("addTrigger") : t("addAction")}
        searchable
        value={null}
        data={choices.map((choice) => ({ value: choice.id, label: choice.displayName }))}
        onChange={add}
      />
    </section>
  );
}

function swapped(steps: readonly Step[], index: number): Step[] {
  const next = [...steps];
  const [moved] = next.splice(index, 1);
  if (moved) next.splice(index - 1, 0, moved);
  return next;
}
