// How the model chooses its words: presets, the ranges of the chosen model, and back to the model's own.
import { ActionIcon, Button, Group, NumberInput } from "@mantine/core";
import { IconRotate } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Credential } from "./use-credentials.ts";
import type { VersionDraft } from "./use-version-draft.ts";
import classes from "./editor.module.css";

type Parameter = "temperature" | "topP" | "topK" | "maxOutputTokens";

const presets = {
  precise: { temperature: 0.1, topP: null, topK: null, maxOutputTokens: 600 },
  balanced: { temperature: 0.5, topP: null, topK: null, maxOutputTokens: 1_000 },
  lively: { temperature: 0.9, topP: null, topK: null, maxOutputTokens: 1_500 },
  own: { temperature: null, topP: null, topK: null, maxOutputTokens: null },
} as const;
const parameters = ["temperature", "topP", "topK", "maxOutputTokens"] as const;

type Props = {
  draft: VersionDraft;
  credential: Credential | undefined;
  isDisabled: boolean;
  errorOf: (name: string) => { error?: string };
};

export function ModelParameters({ draft, credential, isDisabled, errorOf }: Props) {
  const { t } = useTranslation("solutions");
  const { values, set } = draft;
  const limits = credential?.limits;
  const most = {
    temperature: limits?.maxTemperature ?? 2,
    topP: 1,
    topK: limits?.maxTopK ?? 500,
    maxOutputTokens: limits?.maxOutputTokens ?? 128_000,
  };
  const least = { temperature: 0, topP: 0.05, topK: 1, maxOutputTokens: 1 };
  const step = { temperature: 0.1, topP: 0.05, topK: 1, maxOutputTokens: 100 };
  const field = (name: Parameter) => ({
    label: t(`field.${name}`),
    description: `${t(`help.${name}`)} ${t("range", { least: least[name], most: most[name].toLocaleString() })}`,
    value: values[name] ?? "",
    min: least[name],
    max: most[name],
    step: step[name],
    placeholder: t("modelDefault"),
    disabled: isDisabled,
    hideControls: true,
    // Below, so that the fields stand in line however long their help is.
    inputWrapperOrder: ["label" as const, "input" as const, "description" as const, "error" as const],
    onChange: (value: string | number) => set(name, value === "" ? null : Number(value)),
    rightSection:
      values[name] !== null && !isDisabled ? (
        <ActionIcon
          aria-label={t("resetField", { field: t(`field.${name}`) })}
          title={t("modelDefault")}
          onClick={() => set(name, null)}
        >
          <IconRotate size={15} />
        </ActionIcon>
      ) : null,
    ...errorOf(name),
  });
  return (
    <div>
      {!isDisabled && (
        <Group gap="xs" mb="xs" role="group" aria-label={t("preset.title")}>
          <span className={classes["muted"]}>{t("preset.title")}</span>
          {(Object.keys(presets) as (keyof typeof presets)[]).map((name) => (
            <Button
              key={name}
              size="xs"
              variant={parameters.every((one) => values[one] === presets[name][one]) ? "light" : "default"}
              title={t(`preset.${name}Help`)}
              onClick={() => parameters.forEach((one) => set(one, presets[name][one]))}
            >
              {t(`preset.${name}`)}
            </Button>
          ))}
        </Group>
      )}
      <div className={classes["numbers"]}>
        <NumberInput {...field("temperature")} />
        <NumberInput {...field("topP")} />
        {most.topK > 0 && <NumberInput {...field("topK")} />}
        <NumberInput {...field("maxOutputTokens")} />
      </div>
      {limits?.maxTopK === 0 && <p className={classes["muted"]}>{t("noTopK")}</p>}
    </div>
  );
}
