import { ActionIcon, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { DomainCheck } from "./use-domain-checks.ts";
import classes from "./project-page.module.css";

type Props = {
  value: string;
  check: DomainCheck | undefined;
  isDisabled: boolean;
  onChange: (url: string) => void;
  onRemove: () => void;
};

export function DomainField({ value, check, isDisabled, onChange, onRemove }: Props) {
  const { t } = useTranslation("projects");
  const notes = check?.intersections.map((intersection) => intersection.message) ?? [];
  const isChanged = check?.normalUrl != null && check.normalUrl !== value;
  return (
    <div className={classes["domain"]}>
      <TextInput
        className={classes["domainInput"] ?? ""}
        aria-label={t("environment.domain")}
        placeholder="https://www.example.org/"
        value={value}
        disabled={isDisabled}
        {...(check &&
          !check.isValid && { error: [...new Set([check.validationResult, ...notes])].join(" ") })}
        {...(check?.isValid && {
          description: [
            isChanged ? t("environment.savedAs", { url: check.normalUrl }) : check.validationResult,
            ...notes,
          ].join(" "),
        })}
        inputWrapperOrder={["input", "description", "error"]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t("environment.removeDomain", { url: value })}
        disabled={isDisabled}
        onClick={onRemove}
      >
        <IconX size={15} />
      </ActionIcon>
    </div>
  );
}
