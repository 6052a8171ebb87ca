// Cases from a table: what the columns mean, a file to start from, and which line is wrong.
import { ErrorState } from "@parley/ui/error-state";
import { FileDrop } from "@parley/ui/file-drop";
import { notify } from "@parley/ui/notifications";
import { Button, Group, Modal, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../../generated/graphql.ts";
import { useChange } from "../../../lib/graphql/use-change.ts";
import { toCsv } from "../../../shared/csv.ts";
import { saveFile } from "../../../shared/save-file.ts";
import { expectations } from "./case-row.tsx";
import classes from "./evaluations.module.css";

const importMutation = graphql(`
  mutation ImportEvaluationCases($id: ID!, $csv: String!) {
    importEvaluationCases(id: $id, csv: $csv) {
      id
      cases {
        id
      }
    }
  }
`);

type Props = { setId: string; onClose: () => void; onAdded: () => void };

export function ImportDialog({ setId, onClose, onAdded }: Props) {
  const { t } = useTranslation("evaluations");
  const [failure, setFailure] = useState<{ message: string }>();
  const [add, { isBusy }] = useChange(importMutation);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setFailure(undefined);
    try {
      const answer = await add({ id: setId, csv: await file.text() });
      notify({ tone: "good", message: t("csv.added", { count: answer.importEvaluationCases.cases.length }) });
      onAdded();
      onClose();
    } catch (error) {
      setFailure({ message: error instanceof Error ? error.message : String(error) });
    }
  };
  const example = () =>
    saveFile(
      "evaluation-cases.csv",
      toCsv([
        ["input", "expectation", "expected"],
        ...expectations.map((kind) => [
          t("cases.inputPlaceholder"),
          kind.toLowerCase().replaceAll("_", " "),
          t(`expectedPlaceholder.${kind}`),
        ]),
      ]),
      "text/csv",
    );
  return (
    <Modal opened onClose={onClose} title={t("cases.fromCsv")} centered>
      <Stack gap="sm">
        <p className={classes["words"]}>{t("csv.hint")}</p>
        <FileDrop
          label={t("csv.drop")}
          hint={t("csv.columns")}
          accept=".csv,text/csv"
          maxBytes={2_000_000}
          isDisabled={isBusy}
          onFiles={([file]) => void take(file)}
        />
        {failure && <ErrorState error={failure} isInline />}
        <Group justify="space-between">
          <Button variant="subtle" onClick={example}>
            {t("csv.example")}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
