// Publishes a package, or its next version: a published version never changes.
import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { notify } from "@parley/ui/notifications";
import { Checkbox, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useChange } from "../../lib/graphql/use-change.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { createPackageMutation } from "./documents.ts";
import { JsonField, readJson, writeJson } from "./json-field.tsx";
import { nextVersion } from "./next-version.ts";
import { NameAndDescription, PackageAndVersion } from "./publication-fields.tsx";

type Kind = "TRIGGER" | "ACTION";
type Props = {
  accountId: string;
  /** The package a new version is for; a new package without it. */
  of?: {
    pkgName: string;
    displayName: string;
    description: string;
    packageTypes: readonly Kind[];
    latestVersion?: { version: string; schema: unknown; packageJson: unknown } | null | undefined;
  };
  onClose: () => void;
  onPublished?: () => void;
};

const firstSchema = {
  type: "object",
  properties: { path: { type: "string", title: "Path", maxLength: 200 } },
  required: ["path"],
  additionalProperties: false,
};
const firstPackageJson = {
  parley: { action: "http-request", options: { url: "https://example.org/{{options.path}}" } },
};

export function PublishPackage({ accountId, of, onClose, onPublished }: Props) {
  const { t } = useTranslation("packages");
  const navigate = useNavigate();
  const { orgId = "" } = useParams();
  const [values, setValues] = useState({
    pkgName: of?.pkgName ?? "",
    version: nextVersion(of?.latestVersion?.version),
    displayName: of?.displayName ?? "",
    description: of?.description ?? "",
    types: [...(of?.packageTypes ?? (["ACTION"] as const))],
    packageJson: writeJson(withoutVersion(of?.latestVersion?.packageJson ?? firstPackageJson)),
    schema: writeJson(of?.latestVersion?.schema ?? firstSchema),
  });
  const errors = useFieldErrors([
    "pkgName",
    "version",
    "displayName",
    "description",
    "packageTypes",
    "schema",
  ]);
  const [create] = useChange(createPackageMutation);
  const set = (part: Partial<typeof values>) => setValues({ ...values, ...part });
  const [packageJson, schema] = [readJson(values.packageJson), readJson(values.schema)];
  const isJson = packageJson !== undefined && schema !== undefined;
  const save = async () => {
    const { pkgName, version, displayName, description, types: packageTypes } = values;
    const answer = await create({
      pkgName,
      version,
      displayName,
      description,
      packageTypes,
      packageJson,
      schema,
      accountId,
    });
    notify({ tone: "good", message: t("publish.done", { name: pkgName, version }) });
    onClose();
    onPublished?.();
    if (!of) await navigate(urlTo(paths.package, { orgId, packageId: answer.createPackage.id }));
  };
  return (
    <FormDialog
      title={of ? t("publish.versionTitle", { name: of.displayName }) : t("publish.title")}
      size="xl"
      errors={errors}
      submitLabel={t("publish.submit", { version: values.version })}
      blockedBecause={
        isJson ? (values.types.length > 0 ? undefined : t("publish.noType")) : t("publish.notJson")
      }
      onSubmit={save}
      onClose={onClose}
    >
      <PackageAndVersion values={values} errors={errors} isNameFixed={of !== undefined} onChange={set} />
      <NameAndDescription values={values} errors={errors} onChange={set} />
      <Checkbox.Group
        label={t("types")}
        value={values.types}
        onChange={(types) =>
          set({ types: (["TRIGGER", "ACTION"] as const).filter((it) => types.includes(it)) })
        }
        {...errors.on("packageTypes")}
      >
        <Group gap="md" mt={6}>
          <Checkbox value="TRIGGER" label={t("type.TRIGGER")} />
          <Checkbox value="ACTION" label={t("type.ACTION")} />
        </Group>
      </Checkbox.Group>
      <JsonField
        label={t("packageJson")}
        hint={t("publish.packageJsonHint")}
        text={values.packageJson}
        onChange={(text) => set({ packageJson: text })}
      />
      <JsonField
        label={t("schema")}
        hint={t("publish.schemaHint")}
        text={values.schema}
        error={errors.on("schema").error}
        onChange={(text) => set({ schema: text })}
      />
    </FormDialog>
  );
}

/** The publication names both itself, and refuses a packageJson that says otherwise. */
function withoutVersion(packageJson: unknown): unknown {
  if (packageJson === null || typeof packageJson !== "object" || Array.isArray(packageJson))
    return packageJson;
  return Object.fromEntries(
    Object.entries(packageJson).filter(([key]) => key !== "version" && key !== "name"),
  );
}
