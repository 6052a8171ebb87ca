import { ActionIcon, NativeSelect, Textarea } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { EvaluationCase } from "./documents.ts";
import classes from "./evaluations.module.css";

export type DraftCase = Pick<EvaluationCase, "input" | "expectation" | "expected" | "source"> & {
  key: string;
  /** Missing until it is saved. */
  id?: string;
};

export const expectations = ["CONTAINS", "MATCHES", "CITES_FILE", "JSON_SCHEMA", "JUDGE"] as const;

type Props = {
  number: number;
  draft: DraftCase;
  inputError: string | undefined;
  expectedError: string | undefined;
  onChange: (part: Partial<DraftCase>) => void;
  onRemove: () => void;
};

export function CaseRow({ number, draft, inputError, expectedError, onChange, onRemove }: Props) {
  const { t } = useTranslation("evaluations");
  return (
    <li className={classes["case"]}>
      <span className={classes["caseNumber"]}>{number}</span>
      <Textarea
        aria-label={t("cases.input", { number })}
        placeholder={t("cases.inputPlaceholder")}
        rows={1}
        classNames={{ input: classes["growing"] ?? "" }}
        value={draft.input}
        error={inputError}
        onChange={(event) => onChange({ input: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={t("cases.expectation", { number })}
        value={draft.expectation}
        data={expectations.map((value) => ({ value, label: t(`expectation.${value}`) }))}
        onChange={(event) => {
          const chosen = expectations.find((value) => value === event.currentTarget.value);
          if (chosen) onChange({ expectation: chosen });
        }}
      />
      <Textarea
        aria-label={t("cases.expected", { number })}
        placeholder={t(`expectedPlaceholder.${draft.expectation}`)}
        rows={1}
        classNames={{ input: classes["growing"] ?? "" }}
        value={draft.expected}
        error={expectedError}
        onChange={(event) => onChange({ expected: event.currentTarget.value })}
      />
      <ActionIcon variant="default" aria-label={t("cases.remove", { number })} onClick={onRemove}>
        <IconX size={15} />
      </ActionIcon>
    </li>
  );
}
