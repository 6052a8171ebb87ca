// The name and the type of a bot, changed on purpose rather than by a slip in the header.
import type { BotData } from "@parley/bot-data/bot";
import { botTypes } from "@parley/bot-data/bot";
import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";

const patchMutation = graphql(`
  mutation PatchBotById($botId: ID!, $botName: String, $botType: String, $projectId: ID!) {
    patchBotById(botId: $botId, botName: $botName, botType: $botType, projectId: $projectId) {
      data
    }
  }
`);

type Props = { bot: Pick<BotData, "id" | "botName" | "botType">; onClose: () => void };

export function EditBot({ bot, onClose }: Props) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const errors = useFieldErrors(["botName", "botType"]);
  const [botName, setBotName] = useState(bot.botName);
  const [botType, setBotType] = useState<string>(bot.botType);
  const [patch] = useChange(patchMutation);
  return (
    <FormDialog
      title={t("edit.title", { name: bot.botName })}
      errors={errors}
      submitLabel={t("edit.save")}
      onSubmit={async () => {
        await patch({ botId: bot.id, botName: botName.trim(), botType, projectId });
        onClose();
      }}
      onClose={onClose}
    >
      <TextInput
        label={t("edit.name")}
        required
        data-autofocus
        {...errors.text("botName", botName, setBotName)}
      />
      <Select
        label={t("typeLabel")}
        data={botTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
        value={botType}
        allowDeselect={false}
        onChange={(value) => setBotType(value ?? bot.botType)}
        {...errors.on("botType")}
      />
    </FormDialog>
  );
}
