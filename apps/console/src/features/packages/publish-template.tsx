// Creates an applet template, or publishes its next version.
import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { notify } from "@parley/ui/notifications";
import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { JsonField, readJson, writeJson } from "./json-field.tsx";
import { nextVersion } from "./next-version.ts";
import { NameAndDescription, PackageAndVersion, VersionField } from "./publication-fields.tsx";
import classes from "./packages.module.css";

const createMutation = graphql(`
  mutation CreateApplet(
    $pkgName: String!
    $version: String!
    $appletType: AppletTypeEnum!
    $appletCategory: AppletCategoryEnum!
    $schema: JSON!
    $displayName: String
    $description: String
    $accountId: ID
  ) {
    createApplet(
      pkgName: $pkgName
      version: $version
      appletType: $appletType
      appletCategory: $appletCategory
      schema: $schema
      displayName: $displayName
      description: $description
      accountId: $accountId
    ) {
      id
    }
  }
`);

const createVersionMutation = graphql(`
  mutation CreateAppletVersion($version: String!, $appletId: ID!, $schema: JSON!) {
    createAppletVersion(version: $version, appletId: $appletId, schema: $schema) {
      id
      version
    }
  }
`);

export const appletTypes = ["WEB", "SERVER", "HYBRID"] as const;
export const categories = [
  "ENGAGEMENT",
  "SUPPORT",
  "MARKETING",
  "ANALYTICS",
  "INTEGRATION",
  "OTHER",
] as const;

const firstSchema = {
  type: "object",
  properties: { greeting: { type: "string", title: "Greeting", default: "Welcome" } },
  "x-template": {
    triggers: [{ pkgName: "@parley/page-view", options: { urls: ["/*"] } }],
    condition: {},
    actions: [{ pkgName: "@parley/show-banner", options: { text: "{{settings.greeting}}" } }],
  },
};

type Props = {
  accountId: string;
  /** The template a new version is for. */
  of?: { id: string; displayName: string; version: string | undefined; schema: unknown };
  onClose: () => void;
  onPublished?: () => void;
};

export function PublishTemplate({ accountId, of, onClose, onPublished }: Props) {
  const { t } = useTranslation("packages");
  const navigate = useNavigate();
  const { orgId = "" } = useParams();
  const [values, setValues] = useState({
    pkgName: "",
    version: nextVersion(of?.version),
    displayName: "",
    description: "",
    appletType: "WEB" as (typeof appletTypes)[number],
    appletCategory: "ENGAGEMENT" as (typeof categories)[number],
    schema: writeJson(of?.schema ?? firstSchema),
  });
  const errors = useFieldErrors(["pkgName", "version", "displayName", "description", "schema"]);
  const [create] = useChange(createMutation);
  const [createVersion] = useChange(createVersionMutation);
  const set = (part: Partial<typeof values>) => setValues({ ...values, ...part });
  const schema = readJson(values.schema);
  const save = async () => {
    const { schema: _, ...rest } = values;
    if (of) {
      await createVersion({ appletId: of.id, version: values.version, schema });
      notify({
        tone: "good",
        message: t("publish.done", { name: of.displayName, version: values.version }),
      });
      onClose();
      return onPublished?.();
    }
    const answer = await create({ ...rest, schema, accountId });
    onClose();
    await navigate(urlTo(paths.appletTemplate, { orgId, appletId: answer.createApplet.id }));
  };
  return (
    <FormDialog
      title={of ? t("publish.versionTitle", { name: of.displayName }) : t("template.create")}
      size="xl"
      errors={errors}
      submitLabel={t("publish.submit", { version: values.version })}
      blockedBecause={schema === undefined ? t("publish.notJson") : undefined}
      onSubmit={save}
      onClose={onClose}
    >
      {of ? (
        <VersionField values={values} errors={errors} onChange={set} />
      ) : (
        <>
          <PackageAndVersion values={values} errors={errors} onChange={set} />
          <NameAndDescription values={values} errors={errors} onChange={set} />
          <div className={classes["pair"]}>
            <Select
              label={t("template.type")}
              allowDeselect={false}
              data={appletTypes.map((value) => ({ value, label: t(`appletType.${value}`) }))}
              value={values.appletType}
              onChange={(value) => set({ appletType: appletTypes.find((it) => it === value) ?? "WEB" })}
            />
            <Select
              label={t("template.category")}
              allowDeselect={false}
              data={categories.map((value) => ({ value, label: t(`category.${value}`) }))}
              value={values.appletCategory}
              onChange={(value) => set({ appletCategory: categories.find((it) => it === value) ?? "OTHER" })}
            />
          </div>
        </>
      )}
      <JsonField
        label={t("schema")}
        hint={t("template.schemaHint")}
        text={values.schema}
        height={280}
        error={errors.on("schema").error}
        onChange={(text) => set({ schema: text })}
      />
    </FormDialog>
  );
}
