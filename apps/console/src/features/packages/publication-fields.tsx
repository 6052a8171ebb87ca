// What publishing a package and publishing a template ask alike.
import type { FieldErrors } from "@parley/ui/field-errors";
import { Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./packages.module.css";

type Values = { pkgName: string; version: string; displayName: string; description: string };
type Props<Field extends keyof Values> = {
  values: Pick<Values, Field>;
  errors: FieldErrors<Field>;
  onChange: (part: Partial<Values>) => void;
};

export function VersionField({ values, errors, onChange }: Props<"version">) {
  const { t } = useTranslation("packages");
  return (
    <TextInput
      label={t("version")}
      description={t("publish.versionHint")}
      required
      {...errors.text("version", values.version, (version) => onChange({ version }))}
    />
  );
}

/** A package keeps its name for all its versions. */
export function PackageAndVersion({
  isNameFixed = false,
  ...props
}: Props<"pkgName" | "version"> & { isNameFixed?: boolean }) {
  const { t } = useTranslation("packages");
  const { values, errors, onChange } = props;
  return (
    <div className={classes["pair"]}>
      <TextInput
        label={t("pkgName")}
        description={t("publish.pkgNameHint")}
        required
        disabled={isNameFixed}
        {...errors.text("pkgName", values.pkgName, (pkgName) => onChange({ pkgName }))}
      />
      <VersionField {...props} />
    </div>
  );
}

export function NameAndDescription({ values, errors, onChange }: Props<"displayName" | "description">) {
  const { t } = useTranslation("packages");
  return (
    <>
      <TextInput
        label={t("name")}
        required
        {...errors.text("displayName", values.displayName, (displayName) => onChange({ displayName }))}
      />
      <Textarea
        label={t("description")}
        autosize
        minRows={1}
        {...errors.text("description", values.description, (description) => onChange({ description }))}
      />
    </>
  );
}
