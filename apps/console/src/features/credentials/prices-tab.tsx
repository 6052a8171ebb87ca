// What a million tokens cost, per model. Shipped prices carry the day they were written down (decision 120).
import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Group } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useTableUrlState } from "../../shared/table-url-state.ts";
import classes from "./credentials.module.css";

const PriceDialog = lazy(() =>
  import("./price-dialog.tsx").then((module) => ({ default: module.PriceDialog })),
);

const pricesQuery = graphql(`
  query GetLlmPrices($projectId: ID!) {
    llmPrices(projectId: $projectId) {
      model
      inputPerMillion
      outputPerMillion
      isDefault
      recordedOn
      isUsed
      updatedAt
    }
    llmBudget(projectId: $projectId) {
      projectId
      currency
    }
  }
`);

const deleteMutation = graphql(`
  mutation DeleteLlmPrice($projectId: ID!, $model: String!) {
    deleteLlmPrice(projectId: $projectId, model: $model)
  }
`);

export type Price = ResultOf<typeof pricesQuery>["llmPrices"][number];

export function PricesTab() {
  const { t } = useTranslation("credentials");
  const { projectId = "" } = useParams();
  const { data, error, isLoading, reload } = useData(pricesQuery, { projectId }, { types: ["LLMPrice"] });
  const tableState = useTableUrlState();
  const [remove] = useChange(deleteMutation);
  const [editing, setEditing] = useState<Price | "new">();
  const currency = data?.llmBudget.currency ?? "USD";
  const drop = async (price: Price) => {
    try {
      await remove({ projectId, model: price.model });
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
    reload();
  };
  const columns: Column<Price>[] = [
    {
      id: "model",
      header: t("model"),
      isAlwaysShown: true,
      value: (price) => price.model,
      cell: (price) => (
        <>
          <code>{price.model}</code> {price.isUsed && <StatusBadge tone="info" label={t("prices.inUse")} />}
        </>
      ),
    },
    {
      id: "input",
      header: t("prices.input"),
      align: "right",
      value: (price) => price.inputPerMillion,
      cell: (price) => price.inputPerMillion.toLocaleString(undefined, { minimumFractionDigits: 2 }),
    },
    {
      id: "output",
      header: t("prices.output"),
      align: "right",
      value: (price) => price.outputPerMillion,
      cell: (price) => price.outputPerMillion.toLocaleString(undefined, { minimumFractionDigits: 2 }),
    },
    {
      id: "origin",
      header: t("prices.origin"),
      value: (price) => (price.isDefault ? 1 : 0),
      cell: (price) =>
        price.isDefault ? (
          <span className={classes["muted"]}>{t("prices.shipped", { day: price.recordedOn })}</span>
        ) : (
          <>
            {t("prices.own")} <RelativeTime at={price.updatedAt} />
          </>
        ),
    },
    {
      id: "actions",
      header: t("actions"),
      width: "170px",
      cell: (price) => (
        <Group gap={4} wrap="nowrap">
          <Button size="xs" variant="default" onClick={() => setEditing(price)}>
            {t("edit")}
          </Button>
          {!price.isDefault && (
            <Button size="xs" variant="default" onClick={() => void drop(price)}>
              {t("prices.remove")}
            </Button>
          )}
        </Group>
      ),
    },
  ];
  return (
    <>
      <p className={classes["lead"]}>
        {t("prices.lead", { currency })} {currency !== "USD" && <strong>{t("prices.otherCurrency")}</strong>}
      </p>
      <DataTable
        {...tableState}
        label={t("tab.prices")}
        storageKey="llm-prices"
        columns={columns}
        rows={data?.llmPrices}
        getRowId={(price) => price.model}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        searchPlaceholder={t("prices.search")}
        toolbarActions={<Button onClick={() => setEditing("new")}>{t("prices.add")}</Button>}
      />
      <Suspense>
        {editing && (
          <PriceDialog
            price={editing === "new" ? undefined : editing}
            currency={currency}
            onClose={() => setEditing(undefined)}
            onSaved={reload}
          />
        )}
      </Suspense>
    </>
  );
}
