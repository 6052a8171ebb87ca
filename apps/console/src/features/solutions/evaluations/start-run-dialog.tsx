// Which version is asked, and which model judges where a case wants a judge.
import { ErrorState } from "@parley/ui/error-state";
import { useFieldErrors } from "@parley/ui/field-errors";
import { Button, Group, Modal, Select, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../../generated/graphql.ts";
import { useChange } from "../../../lib/graphql/use-change.ts";
import { useData } from "../../../lib/graphql/use-data.ts";
import type { EvaluationSet } from "./documents.ts";
import classes from "./evaluations.module.css";

const choicesQuery = graphql(`
  query GetEvaluationChoices($solutionId: ID!, $projectId: ID!) {
    solutionVersions(solutionId: $solutionId) {
      id
      number
      note
      environments
    }
    credentials(projectId: $projectId) {
      id
      name
      model
      llmProvider {
        id
        kind
      }
    }
  }
`);

const startMutation = graphql(`
  mutation StartEvaluationRun($setId: ID!, $solutionVersionId: ID!, $judgeCredentialId: ID) {
    startEvaluationRun(
      setId: $setId
      solutionVersionId: $solutionVersionId
      judgeCredentialId: $judgeCredentialId
    ) {
      id
    }
  }
`);

type Props = {
  set: EvaluationSet;
  /** Chosen at first; the newest where none is given. */
  solutionVersionId?: string;
  onClose: () => void;
  onStarted: (runId: string) => void;
};

export function StartRunDialog({ set, solutionVersionId, onClose, onStarted }: Props) {
  const { t } = useTranslation("evaluations");
  const { projectId = "", solutionId = "" } = useParams();
  const { data, error } = useData(choicesQuery, { solutionId, projectId });
  const [version, setVersion] = useState(solutionVersionId);
  const [judge, setJudge] = useState<string | null>(null);
  const errors = useFieldErrors(["solutionVersionId", "judgeCredentialId"]);
  const [start, { isBusy }] = useChange(startMutation);
  const versions = data?.solutionVersions ?? [];
  const judges = (data?.credentials ?? []).filter((one) => one.llmProvider.kind !== "PARLEY_PASSAGES");
  const chosen = version ?? versions[0]?.id ?? null;
  const judged = set.cases.filter((one) => one.expectation === "JUDGE").length;
  const chosenJudge = judged > 0 ? (judge ?? judges[0]?.id ?? null) : null;
  const begin = async () => {
    if (!chosen) return;
    try {
      const answer = await start({
        setId: set.id,
        solutionVersionId: chosen,
        judgeCredentialId: chosenJudge,
      });
      onStarted(answer.startEvaluationRun.id);
      onClose();
    } catch (reason) {
      errors.fail(reason);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t("start.title", { name: set.name })} centered>
      <Stack gap="sm">
        <Select
          label={t("start.version")}
          allowDeselect={false}
          data={versions.map((one) => ({
            value: one.id,
            label: [t("version", { number: one.number }), one.note].filter(Boolean).join(" · "),
          }))}
          value={chosen}
          onChange={(value) => setVersion(value ?? undefined)}
          {...errors.on("solutionVersionId")}
        />
        {judged > 0 && (
          <Select
            label={t("start.judge")}
            description={t("start.judgeHint", { count: judged })}
            placeholder={judges.length === 0 ? t("start.noJudge") : ""}
            allowDeselect={false}
            data={judges.map((one) => ({ value: one.id, label: `${one.name} · ${one.model}` }))}
            value={chosenJudge}
            onChange={setJudge}
            {...errors.on("judgeCredentialId")}
          />
        )}
        <p className={classes["muted"]}>{t("start.hint", { count: set.cases.length })}</p>
        {error && <ErrorState error={error} isInline />}
        {errors.form && <ErrorState error={errors.form} isInline />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button loading={isBusy} disabled={!chosen} onClick={() => void begin()}>
            {t("start.action")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
