import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";

const createMutation = graphql(`
  mutation CreateCustomerBot($botName: String!, $botType: String, $customerId: ID!, $projectId: ID!) {
    createCustomerBot(botName: $botName, botType: $botType, customerId: $customerId, projectId: $projectId) {
      data
    }
  }
`);

type Props = {
  onClose: () => void;
  types: readonly string[];
  onCreated: (botId: string) => void;
};

export function CreateBot({ onClose, types, onCreated }: Props) {
  const { t } = useTranslation("customers");
  const { projectId = "", customerId = "" } = useParams();
  const errors = useFieldErrors(["botName", "botType"]);
  const [botName, setBotName] = useState("");
  const [botType, setBotType] = useState("FLOW");
  const [create] = useChange(createMutation);
  const save = async () => {
    const answer = await create({ botName, botType, customerId, projectId });
    onCreated((answer.createCustomerBot.data as { id: string }).id);
  };
  return (
    <FormDialog
      title={t("createBot")}
      errors={errors}
      submitLabel={t("createBot")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={t("bot.name")}
        required
        data-autofocus
        {...errors.text("botName", botName, setBotName)}
      />
      <Radio.Group label={t("bot.type")} value={botType} onChange={setBotType} {...errors.on("botType")}>
        <Stack gap="xs" mt="xs">
          {types.map((type) => (
            <Radio
              key={type}
              value={type}
              label={t(`botType.${type}`)}
              description={t(`botTypeHint.${type}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
