import { ErrorState } from "@parley/ui/error-state";
import { useFieldErrors } from "@parley/ui/field-errors";
import { Button, Group, Modal, NumberInput, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { DataError } from "../../lib/graphql/errors.ts";
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
  const [save, { isBusy }] = useChange(setMutation);
  const send = async () => {
    try {
      await save({
        projectId,
        price: { model, inputPerMillion: Number(input), outputPerMillion: Number(output) },
      });
      onSaved();
      onClose();
    } catch (error) {
      errors.place(error instanceof DataError ? error.fields : [{ message: String(error) }]);
    }
  };
  return (
    <Modal opened onClose={onClose} title={price ? price.model : t("prices.add")} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t("model")}
            description={t("prices.modelHint")}
            required
            disabled={price !== undefined}
            value={model}
            onChange={(event) => setModel(event.currentTarget.value)}
            {...errors.on("model")}
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
          {errors.form && <ErrorState error={errors.form} isInline />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button
              type="submit"
              loading={isBusy}
              disabled={model.trim() === "" || input === "" || output === ""}
            >
              {t("save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
