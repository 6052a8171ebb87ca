import { useFieldErrors } from "@parley/ui/field-errors";
import { ErrorState } from "@parley/ui/error-state";
import { Button, Group, Modal, Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { DataError } from "../../lib/graphql/errors.ts";
import { useChange } from "../../lib/graphql/use-change.ts";

const createMutation = graphql(`
  mutation CreateCustomerBot($botName: String!, $botType: String, $customerId: ID!, $projectId: ID!) {
    createCustomerBot(botName: $botName, botType: $botType, customerId: $customerId, projectId: $projectId) {
      data
    }
  }
`);

type Props = {
  isOpen: boolean;
  onClose: () => void;
  types: readonly string[];
  onCreated: (botId: string) => void;
};

export function CreateBot({ isOpen, onClose, types, onCreated }: Props) {
  const { t } = useTranslation("customers");
  return (
    <Modal opened={isOpen} onClose={onClose} title={t("createBot")} centered>
      {isOpen && <Fields onClose={onClose} types={types} onCreated={onCreated} />}
    </Modal>
  );
}

function Fields({ onClose, types, onCreated }: Omit<Props, "isOpen">) {
  const { t } = useTranslation("customers");
  const { projectId = "", customerId = "" } = useParams();
  const errors = useFieldErrors(["botName", "botType"]);
  const [botName, setBotName] = useState("");
  const [botType, setBotType] = useState("FLOW");
  const [create, { isBusy }] = useChange(createMutation);
  const save = async () => {
    try {
      const answer = await create({ botName, botType, customerId, projectId });
      onCreated((answer.createCustomerBot.data as { id: string }).id);
    } catch (error) {
      errors.place(error instanceof DataError ? error.fields : [{ message: String(error) }]);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t("bot.name")}
          value={botName}
          required
          data-autofocus
          onChange={(event) => {
            errors.clear("botName");
            setBotName(event.currentTarget.value);
          }}
          {...errors.on("botName")}
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
        {errors.form && <ErrorState error={errors.form} isInline />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("form.cancel")}
          </Button>
          <Button type="submit" loading={isBusy} disabled={botName.trim() === ""}>
            {t("createBot")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
