// Creates a customer, or edits one: the same form.
import type { CustomerData } from "@parley/bot-data/customer";
import { useFieldErrors } from "@parley/ui/field-errors";
import { ErrorState } from "@parley/ui/error-state";
import { Button, Group, Modal, Select, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { DataError } from "../../lib/graphql/errors.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { updateMutation } from "./update-customer.ts";

const createMutation = graphql(`
  mutation CreateCustomer($projectId: ID!, $customerInput: CustomerInput!) {
    createCustomer(projectId: $projectId, customerInput: $customerInput) {
      data
    }
  }
`);

type Props = {
  isOpen: boolean;
  onClose: () => void;
  onSaved: (id: string) => void;
  customer?: CustomerData | undefined;
};

const languages = ["en", "de", "fr", "es", "pt", "it", "nl", "pl", "ja"];

export function CustomerForm({ isOpen, onClose, onSaved, customer }: Props) {
  const { t } = useTranslation("customers");
  return (
    <Modal opened={isOpen} onClose={onClose} title={customer ? t("form.edit") : t("form.create")} centered>
      {isOpen && <Fields onClose={onClose} onSaved={onSaved} customer={customer} />}
    </Modal>
  );
}

function Fields({ onClose, onSaved, customer }: Omit<Props, "isOpen">) {
  const { t } = useTranslation("customers");
  const { projectId = "" } = useParams();
  const errors = useFieldErrors(["name", "description", "botLanguage"]);
  const [values, setValues] = useState({
    name: customer?.name ?? "",
    description: customer?.description ?? "",
    botLanguage: customer?.botLanguage ?? "en",
    isExternal: customer?.isExternal ?? true,
  });
  const [create, creating] = useChange(createMutation);
  const [update, updating] = useChange(updateMutation);

  const save = async () => {
    try {
      if (customer) {
        await update({
          projectId,
          customerId: customer.id,
          customerInput: { ...values, version: customer.version },
        });
        onSaved(customer.id);
      } else {
        const answer = await create({ projectId, customerInput: values });
        const made = answer.createCustomer.data as CustomerData;
        onSaved(made.id);
      }
      onClose();
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
          label={t("form.name")}
          value={values.name}
          required
          data-autofocus
          onChange={(event) => {
            errors.clear("name");
            setValues({ ...values, name: event.currentTarget.value });
          }}
          {...errors.on("name")}
        />
        <Textarea
          label={t("form.description")}
          autosize
          minRows={2}
          value={values.description}
          onChange={(event) => setValues({ ...values, description: event.currentTarget.value })}
          {...errors.on("description")}
        />
        <Select
          label={t("form.language")}
          data={languages}
          value={values.botLanguage}
          allowDeselect={false}
          onChange={(value) => setValues({ ...values, botLanguage: value ?? "en" })}
          {...errors.on("botLanguage")}
        />
        <Switch
          label={t("form.external")}
          description={t("form.externalHint")}
          checked={values.isExternal}
          onChange={(event) => setValues({ ...values, isExternal: event.currentTarget.checked })}
        />
        {errors.form && <ErrorState error={errors.form} isInline />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("form.cancel")}
          </Button>
          <Button
            type="submit"
            loading={creating.isBusy || updating.isBusy}
            disabled={values.name.trim() === ""}
          >
            {customer ? t("form.save") : t("form.createAction")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
