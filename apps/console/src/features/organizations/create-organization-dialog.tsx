// A new organisation below another: it inherits every setting and login method until it has its own.
import { Select, TextInput } from "@mantine/core";
import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useLocalization } from "../../shared/localization.ts";
import { UserPicker } from "../../shared/user-picker.tsx";
import type { PickedUser } from "../../shared/user-picker.tsx";
import { useOrganizations } from "../../shared/viewer.tsx";
import classes from "./organizations.module.css";

const createMutation = graphql(`
  mutation CreateAccount(
    $parentAccountId: ID
    $accountName: String!
    $accountManagerId: ID
    $generalSettings: JSON
  ) {
    createAccount(
      parentAccountId: $parentAccountId
      accountName: $accountName
      accountManagerId: $accountManagerId
      generalSettings: $generalSettings
    ) {
      id
    }
  }
`);

const localesQuery = graphql(`
  query GetLocales {
    locales {
      id
      name
      languageCode
    }
  }
`);

type Props = { parentId: string; onClose: () => void; onCreated: (id: string) => void };

export function CreateOrganizationDialog({ parentId, onClose, onCreated }: Props) {
  const { t } = useTranslation("organizations");
  const parent = useOrganizations().find((organization) => organization.id === parentId);
  const { timeZones } = useLocalization();
  const locales = useData(localesQuery, {}, { policy: "cache-first" }).data?.locales ?? [];
  const [create] = useChange(createMutation);
  const [name, setName] = useState("");
  const [manager, setManager] = useState<PickedUser>();
  const [timeZone, setTimeZone] = useState<string | null>(null);
  const [language, setLanguage] = useState<string | null>(null);
  const errors = useFieldErrors(["accountName", "accountManagerId", "generalSettings.timeZone"]);

  const submit = async () => {
    const { createAccount } = await create({
      parentAccountId: parentId,
      accountName: name,
      accountManagerId: manager?.id ?? null,
      generalSettings: { ...(timeZone ? { timeZone } : {}), ...(language ? { language } : {}) },
    });
    onCreated(createAccount.id);
  };

  return (
    <FormDialog
      title={t("create.title", { parent: parent?.name ?? "" })}
      errors={errors}
      submitLabel={t("create.submit")}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t("name")} required data-autofocus {...errors.text("accountName", name, setName)} />
      <UserPicker
        accountId={parentId}
        label={t("manager")}
        value={manager}
        isClearable
        {...errors.on("accountManagerId")}
        onPick={setManager}
      />
      <Select
        label={t("setting.timeZone")}
        placeholder={t("inherit")}
        data={timeZones}
        value={timeZone}
        searchable
        clearable
        limit={50}
        {...errors.on("generalSettings.timeZone")}
        onChange={setTimeZone}
      />
      <Select
        label={t("setting.language")}
        placeholder={t("inherit")}
        data={[...new Map(locales.map((locale) => [locale.languageCode, locale.name]))].map(
          ([value, label]) => ({ value, label }),
        )}
        value={language}
        clearable
        onChange={setLanguage}
      />
      <p className={classes["muted"]}>{t("create.hint")}</p>
    </FormDialog>
  );
}
