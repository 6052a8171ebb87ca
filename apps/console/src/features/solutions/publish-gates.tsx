// Per environment: which checks a version must pass before it goes there.
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { Checkbox, NumberInput, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import classes from "./solutions.module.css";

const gatesQuery = graphql(`
  query GetPublishGates($solutionId: ID!) {
    publishGates(solutionId: $solutionId) {
      environment
      requiresValidation
      requiresCredentialTest
      evaluationSetId
      minPassShare
    }
    evaluationSets(solutionId: $solutionId) {
      id
      name
    }
  }
`);

const setMutation = graphql(`
  mutation SetPublishGate($solutionId: ID!, $gate: PublishGateInput!) {
    setPublishGate(solutionId: $solutionId, gate: $gate) {
      environment
    }
  }
`);

type Answer = ResultOf<typeof gatesQuery>;
type Gate = Answer["publishGates"][number];

export function PublishGates({ solutionId }: { solutionId: string }) {
  const { t } = useTranslation("solutions");
  const { data, error, reload } = useData(
    gatesQuery,
    { solutionId },
    { types: ["PublishGate", "EvaluationSet"] },
  );
  return (
    <section className={classes["section"]} aria-label={t("gates.title")}>
      <h2 className={classes["heading"]}>{t("gates.title")}</h2>
      <p className={classes["muted"]}>{t("gates.hint")}</p>
      {error && <ErrorState error={error} onRetry={reload} isInline />}
      <div className={classes["gates"]}>
        {(data?.publishGates ?? []).map((gate) => (
          <GateCard
            key={gate.environment}
            solutionId={solutionId}
            gate={gate}
            sets={data?.evaluationSets ?? []}
            onSaved={reload}
          />
        ))}
      </div>
    </section>
  );
}

type CardProps = { solutionId: string; gate: Gate; sets: Answer["evaluationSets"]; onSaved: () => void };

function GateCard({ solutionId, gate, sets, onSaved }: CardProps) {
  const { t } = useTranslation("solutions");
  const [set, { isBusy }] = useChange(setMutation);
  const [percent, setPercent] = useState<number | string>(Math.round(gate.minPassShare * 100));
  const environment = t(`environment.${gate.environment}`);
  const save = async (part: Partial<Omit<Gate, "environment">>) => {
    try {
      await set({ solutionId, gate: { environment: gate.environment, ...part } });
      notify({ tone: "good", message: t("gates.saved", { environment }) });
    } catch (error) {
      notify({ tone: "bad", message: error instanceof Error ? error.message : String(error) });
    }
    onSaved();
  };
  return (
    <fieldset className={classes["gate"]} disabled={isBusy}>
      <legend>
        <EnvironmentBadge environment={environmentNamed(gate.environment)} label={environment} />
      </legend>
      <Checkbox checked disabled label={t("gates.complete")} />
      <Checkbox
        label={t("gates.validation")}
        checked={gate.requiresValidation}
        onChange={(event) => void save({ requiresValidation: event.currentTarget.checked })}
      />
      <Checkbox
        label={t("gates.credential")}
        checked={gate.requiresCredentialTest}
        onChange={(event) => void save({ requiresCredentialTest: event.currentTarget.checked })}
      />
      <div className={classes["gateRow"]}>
        <Select
          label={t("gates.evaluation")}
          placeholder={t("gates.noEvaluation")}
          clearable
          data={sets.map((one) => ({ value: one.id, label: one.name }))}
          value={gate.evaluationSetId ?? null}
          onChange={(evaluationSetId) => void save({ evaluationSetId })}
        />
        <NumberInput
          label={t("gates.share")}
          min={1}
          max={100}
          suffix=" %"
          disabled={!gate.evaluationSetId}
          value={percent}
          onChange={setPercent}
          onBlur={() => {
            const share = Number(percent) / 100;
            if (share > 0 && share !== gate.minPassShare) void save({ minPassShare: share });
          }}
        />
      </div>
    </fieldset>
  );
}
