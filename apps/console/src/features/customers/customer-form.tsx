// Creates a customer, or edits one: the same form.
import type { CustomerData } from "@parley/bot-data/customer";
import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { languageName } from "../../shared/language-name.ts";
import { updateMutation } from "./update-customer.ts";

const createMutation = graphql(`
  mutation CreateCustomer($projectId: ID!, $customerInput: CustomerInput!) {
    createCustomer(projectId: $projectId, customerInput: $customerInput) {
      data
    }
  }
`);

type Props = {
  onClose: () => void;
  onSaved: (id: string) => void;
  customer?: CustomerData | undefined;
};

const languages = ["en", "de", "fr", "es", "pt", "it", "nl", "pl", "ja"];

export function CustomerForm({ onClose, onSaved, customer }: Props) {
  const { t } = useTranslation("customers");
  const { projectId = "" } = useParams();
  const errors = useFieldErrors(["name", "description", "botLanguage"]);
  const [values, setValues] = useState({
    name: customer?.name ?? "",
    description: customer?.description ?? "",
    botLanguage: customer?.botLanguage ?? "en",
    isExternal: customer?.isExternal ?? true,
  });
  const [create] = useChange(createMutation);
  const [update] = useChange(updateMutation);

  const save = async () => {
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
  };

  return (
    <FormDialog
      title={customer ? t("form.edit") : t("form.create")}
      errors={errors}
      submitLabel={customer ? t("form.save") : t("form.createAction")}
      onSubmit={save}
      onClose={onClose}
    >
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
        data={languages.map((code) => ({ value: code, label: languageName(code) }))}
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
    </FormDialog>
  );
}
