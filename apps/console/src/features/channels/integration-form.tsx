// Connects a live-agent system, or changes how it is reached.
import { environmentColour } from "@parley/ui/environment-badge";
import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { colourName, useCustomerPlace, useTwins } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { createIntegration, updateIntegration } from "./integration-documents.ts";
import type { System } from "./integrations-page.tsx";
import { useLiveStep } from "./live-step.tsx";
import classes from "./channels.module.css";

type Props = {
  environment: Environment;
  system?: System;
  onClose: () => void;
  onSaved: (saved: { id: string; token: string | undefined }) => void;
};

const fieldList = z.array(z.object({ name: z.string(), value: z.string() })).catch([]);

export function IntegrationForm({ environment, system, onClose, onSaved }: Props) {
  const { t } = useTranslation("channels");
  const { customerId, projectId } = useCustomerPlace();
  const errors = useFieldErrors(["integrationName", "callbackURL"]);
  const [name, setName] = useState(system?.integrationName ?? "");
  const [url, setUrl] = useState(system?.callbackURL ?? "");
  const [fields, setFields] = useState(() =>
    fieldList.parse(system?.integrationFields ?? []).map((field, index) => ({ ...field, id: index })),
  );
  const create = useTwins(createIntegration);
  const update = useTwins(updateIntegration);
  const [ask, dialog] = useLiveStep();
  const label = t(system ? "form.saveIn" : "systems.connectIn", { environment });
  const write = async () => {
    const agentInput = {
      integrationName: name,
      callbackURL: url.trim(),
      integrationFields: fields
        .filter((field) => field.name.trim() !== "")
        .map((field) => ({ name: field.name.trim(), value: field.value })),
    };
    const place = { customerId, projectId };
    if (!system) {
      const made = (await create[environment]({ ...place, agentInput })).system;
      return { id: made.id, token: made.callbackToken ?? undefined };
    }
    const changed = { ...agentInput, version: system.version };
    await update[environment]({ ...place, id: system.id, agentInput: changed });
    return { id: system.id, token: undefined };
  };
  const save = async () => {
    const title = t(system ? "form.editLive" : "systems.connectLive", { name });
    if (!(await ask({ environment, title, label, hint: t("systems.liveHint") }))) return;
    const saved = await write();
    onClose();
    onSaved(saved);
  };
  const change = (id: number, patch: { name?: string; value?: string }) =>
    setFields(fields.map((field) => (field.id === id ? { ...field, ...patch } : field)));
  return (
    <>
      <FormDialog
        title={label}
        errors={errors}
        submitLabel={label}
        colour={environmentColour[colourName[environment]]}
        onSubmit={save}
        onClose={onClose}
      >
        <TextInput
          label={t("field.name")}
          description={t("systems.nameHint")}
          required
          data-autofocus
          {...errors.text("integrationName", name, setName)}
        />
        <TextInput
          label={t("systems.url")}
          description={t("systems.urlHint")}
          type="url"
          required
          {...errors.text("callbackURL", url, setUrl)}
        />
        <fieldset className={classes["fieldset"]}>
          <legend>{t("systems.fields")}</legend>
          <p className={classes["muted"]}>{t("systems.fieldsHint")}</p>
          {fields.map((field) => (
            <div key={field.id} className={classes["headerRow"]}>
              <TextInput
                aria-label={t("systems.fieldName")}
                placeholder={t("systems.fieldName")}
                value={field.name}
                onChange={(event) => change(field.id, { name: event.currentTarget.value })}
              />
              <TextInput
                aria-label={t("headers.valueOf", { name: field.name })}
                placeholder={t("headers.value")}
                value={field.value}
                onChange={(event) => change(field.id, { value: event.currentTarget.value })}
              />
              <Button
                size="xs"
                variant="default"
                onClick={() => setFields(fields.filter(({ id }) => id !== field.id))}
              >
                {t("headers.remove")}
              </Button>
            </div>
          ))}
          <div>
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                setFields([
                  ...fields,
                  { id: Math.max(-1, ...fields.map(({ id }) => id)) + 1, name: "", value: "" },
                ])
              }
            >
              {t("systems.addField")}
            </Button>
          </div>
        </fieldset>
      </FormDialog>
      {dialog}
    </>
  );
}
