// The month's budget: how much is spent, when people are told, and whether agents stop.
import { ErrorState } from "@parley/ui/error-state";
import { useFieldErrors } from "@parley/ui/field-errors";
import { notify } from "@parley/ui/notifications";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Checkbox, Group, NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { money } from "../../shared/money.ts";
import classes from "./credentials.module.css";

export const budgetFragment = graphql(`
  fragment Budget on LLMBudget {
    projectId
    monthlyLimit
    alertShare
    hasHardStop
    currency
    spentThisMonth
    turnsThisMonth
    isAlerted
    isStopped
    version
  }
`);

const setMutation = graphql(`
  mutation SetLlmBudget($projectId: ID!, $budget: LLMBudgetInput!) {
    setLlmBudget(projectId: $projectId, budget: $budget) {
      ...Budget
    }
  }
`);

type Props = { budget: ResultOf<typeof budgetFragment>; onSaved: () => void };

export function BudgetCard({ budget, onSaved }: Props) {
  const { t } = useTranslation("credentials");
  const [isEditing, setIsEditing] = useState(false);
  const { monthlyLimit, spentThisMonth, currency } = budget;
  const share = monthlyLimit ? Math.min(1, spentThisMonth / monthlyLimit) : undefined;
  return (
    <section className={classes["card"]} aria-label={t("budget.title")}>
      <div className={classes["cardHead"]}>
        <h2>{t("budget.title")}</h2>
        {budget.isStopped ? (
          <StatusBadge tone="bad" label={t("budget.stopped")} />
        ) : (
          budget.isAlerted && <StatusBadge tone="warning" label={t("budget.alerted")} />
        )}
        {!isEditing && (
          <Button size="xs" variant="default" ml="auto" onClick={() => setIsEditing(true)}>
            {t("budget.edit")}
          </Button>
        )}
      </div>
      <p className={classes["spent"]}>
        <strong>{money(spentThisMonth, currency)}</strong>{" "}
        {monthlyLimit == null
          ? t("budget.noLimit", { count: budget.turnsThisMonth })
          : t("budget.of", { limit: money(monthlyLimit, currency), count: budget.turnsThisMonth })}
      </p>
      {share !== undefined && (
        <div
          className={classes["track"]}
          role="progressbar"
          aria-label={t("budget.title")}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
        >
          <div
            className={classes["fill"]}
            data-tone={budget.isStopped ? "bad" : budget.isAlerted ? "warning" : "good"}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
      {monthlyLimit != null && !isEditing && (
        <p className={classes["muted"]}>
          {t(budget.hasHardStop ? "budget.rulesStop" : "budget.rules", {
            share: Math.round(budget.alertShare * 100),
          })}
        </p>
      )}
      {isEditing && <BudgetForm budget={budget} onSaved={onSaved} onClose={() => setIsEditing(false)} />}
    </section>
  );
}

function BudgetForm({ budget, onSaved, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation("credentials");
  const { projectId = "" } = useParams();
  const [limit, setLimit] = useState<number | string>(budget.monthlyLimit ?? "");
  const [percent, setPercent] = useState<number | string>(Math.round(budget.alertShare * 100));
  const [hasHardStop, setHasHardStop] = useState(budget.hasHardStop);
  const [currency, setCurrency] = useState(budget.currency);
  const errors = useFieldErrors(["monthlyLimit", "alertShare", "currency"]);
  const [save, { isBusy }] = useChange(setMutation);
  const send = async () => {
    try {
      await save({
        projectId,
        budget: {
          monthlyLimit: limit === "" ? null : Number(limit),
          alertShare: Number(percent) / 100,
          hasHardStop,
          currency,
          version: budget.version,
        },
      });
      notify({ tone: "good", message: t("budget.saved") });
      onSaved();
      onClose();
    } catch (error) {
      errors.fail(error);
    }
  };
  return (
    <form
      className={classes["budgetForm"]}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className={classes["budgetFields"]}>
        <NumberInput
          label={t("budget.limit")}
          description={t("budget.limitHint")}
          min={0}
          decimalScale={2}
          value={limit}
          onChange={setLimit}
          {...errors.on("monthlyLimit")}
        />
        <TextInput
          label={t("budget.currency")}
          description={t("budget.currencyHint")}
          maxLength={3}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
          {...errors.on("currency")}
        />
        <NumberInput
          label={t("budget.alertAt")}
          description={t("budget.alertHint")}
          min={1}
          max={100}
          suffix=" %"
          value={percent}
          onChange={setPercent}
          {...errors.on("alertShare")}
        />
      </div>
      <Checkbox
        label={t("budget.hardStop")}
        description={t("budget.hardStopHint")}
        checked={hasHardStop}
        onChange={(event) => setHasHardStop(event.currentTarget.checked)}
      />
      {errors.form && <ErrorState error={errors.form} isInline />}
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t("save")}
        </Button>
      </Group>
    </form>
  );
}
