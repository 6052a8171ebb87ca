// Hands a conversation to a colleague who sits at the same desk.
import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useViewer } from "../../shared/viewer.tsx";
import { colleaguesQuery, transferMutation } from "./documents.ts";

type Props = { projectId: string; id: string; onClose: () => void };

export function TransferDialog({ projectId, id, onClose }: Props) {
  const { t } = useTranslation("agent-desk");
  const viewer = useViewer();
  const errors = useFieldErrors(["userId"]);
  const { data } = useData(colleaguesQuery, { projectId });
  const [transfer] = useChange(transferMutation);
  const [userId, setUserId] = useState<string | null>(null);
  const others = data?.deskColleagues.filter((colleague) => colleague.userId !== viewer.id);
  return (
    <FormDialog
      title={t("transfer.title")}
      errors={errors}
      submitLabel={t("transfer.confirm")}
      onSubmit={async () => {
        await transfer({ projectId, id, userId: userId ?? "" });
        onClose();
      }}
      onClose={onClose}
    >
      <Select
        label={t("transfer.colleague")}
        description={t("transfer.hint")}
        placeholder={others?.length === 0 ? t("transfer.nobody") : t("transfer.choose")}
        data={others?.map((colleague) => ({ value: colleague.userId, label: colleague.name })) ?? []}
        value={userId}
        searchable
        required
        onChange={(value) => {
          errors.clear("userId");
          setUserId(value);
        }}
        {...errors.on("userId")}
      />
    </FormDialog>
  );
}
