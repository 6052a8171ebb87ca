import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import type { Price } from "./prices-tab.tsx";

const setMutation = graphql(`
  mutation SetLlmPrice($projectId: ID!, $price: LLMPriceInput!) {
    setLlmPrice(projectId: $projectId, price: $price) {
      model
    }
  }
`);

type Props = { price: Price | undefined; currency: string; onClose: () => void; onSaved: () => void };

export function PriceDialog({ price, currency, onClose, onSaved }: Props) {
  const { t } = useTranslation("credentials");
  const { projectId = "" } = useParams();
  const [model, setModel] = useState(price?.model ?? "");
  const [input, setInput] = useState<number | string>(price?.inputPerMillion ?? "");
  const [output, setOutput] = useState<number | string>(price?.outputPerMillion ?? "");
  const errors = useFieldErrors(["model", "inputPerMillion", "outputPerMillion"]);
  const [save] = useChange(setMutation);
  const send = async () => {
    await save({
      projectId,
      price: { model, inputPerMillion: Number(input), outputPerMillion: Number(output) },
    });
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title={price ? price.model : t("prices.add")}
      errors={errors}
      submitLabel={t("save")}
      onSubmit={send}
      onClose={onClose}
    >
      <TextInput
        label={t("model")}
        description={t("prices.modelHint")}
        required
        disabled={price !== undefined}
        {...errors.text("model", model, setModel)}
      />
      <NumberInput
        label={t("prices.inputIn", { currency })}
        required
        min={0}
        value={input}
        onChange={setInput}
        {...errors.on("inputPerMillion")}
      />
      <NumberInput
        label={t("prices.outputIn", { currency })}
        required
        min={0}
        value={output}
        onChange={setOutput}
        {...errors.on("outputPerMillion")}
      />
    </FormDialog>
  );
}
