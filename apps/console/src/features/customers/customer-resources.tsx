// Named values the customer's bots read as {{resources.name}}: a phone number, an address, opening hours.
import type { CustomerData, ResourceData } from "@parley/bot-data/customer";
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { SidePanel } from "@parley/ui/side-panel";
import { ActionIcon, Button, Group, Stack, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useChange } from "../../lib/graphql/use-change.ts";
import { updateMutation } from "./update-customer.ts";

type Props = {
  customer: CustomerData;
  resources: readonly ResourceData[];
  onClose: () => void;
  onSaved: () => void;
};

export function CustomerResources({ customer, resources, onClose, onSaved }: Props) {
  const { t } = useTranslation("customers");
  const { projectId = "" } = useParams();
  const [rows, setRows] = useState<readonly ResourceData[]>(resources);
  const [failure, setFailure] = useState<{ message: string }>();
  const [update, { isBusy }] = useChange(updateMutation);
  const edit = (index: number, part: Partial<ResourceData>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const save = async () => {
    try {
      await update({
        projectId,
        customerId: customer.id,
        customerInput: { resources: rows, version: customer.version },
      });
      onSaved();
      onClose();
    } catch (error) {
      setFailure({ message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <SidePanel
      isOpen
      onClose={onClose}
      title={t("resources.title")}
      subtitle={t("resources.hint")}
      width={560}
      footer={
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("form.cancel")}
          </Button>
          <Button
            loading={isBusy}
            disabled={rows === resources || rows.some((row) => row.name.trim() === "")}
            onClick={() => void save()}
          >
            {t("form.save")}
          </Button>
        </Group>
      }
    >
      <Stack gap="md">
        {rows.length === 0 && <EmptyState title={t("resources.none")} hint={t("resources.noneHint")} />}
        {rows.map((row, index) => (
          // Rows have no name of their own while they are written.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={index} align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              label={t("resources.name")}
              value={row.name}
              flex="1 1 30%"
              miw={0}
              onChange={(event) => edit(index, { name: event.currentTarget.value })}
            />
            <TextInput
              label={t("resources.value")}
              value={row.value}
              flex="1 1 45%"
              miw={0}
              onChange={(event) => edit(index, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              mb={4}
              aria-label={t("resources.remove", { name: row.name })}
              onClick={() => setRows(rows.filter((_, at) => at !== index))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            variant="default"
            onClick={() => setRows([...rows, { name: "", value: "", description: "" }])}
          >
            {t("resources.add")}
          </Button>
        </div>
        {failure && <ErrorState error={failure} isInline />}
      </Stack>
    </SidePanel>
  );
}
