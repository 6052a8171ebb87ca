// One published version: the form its schema makes, the schema, and its packageJson.
import { CodeEditor } from "@parley/ui/code-editor";
import { JsonForm, startingValue } from "@parley/ui/json-form";
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { writeJson } from "./json-field.tsx";
import classes from "./packages.module.css";

type Props = { version: { id: string; version: string; schema: unknown; packageJson?: unknown } };

export function VersionView({ version }: Props) {
  const { t } = useTranslation("packages");
  const [view, setView] = useState("form");
  const schema = isRecord(version.schema) ? version.schema : {};
  const hasForm = Object.keys(isRecord(schema["properties"]) ? schema["properties"] : {}).length > 0;
  const [value, setValue] = useState<unknown>(() => startingValue(schema, schema) ?? {});
  const views = [
    { value: "form", label: t("view.form") },
    { value: "schema", label: t("schema") },
    ...(version.packageJson === undefined ? [] : [{ value: "packageJson", label: t("packageJson") }]),
  ];
  return (
    <section className={classes["card"]} aria-label={t("view.title", { version: version.version })}>
      <div className={classes["head"]}>
        <h2 className={classes["heading"]}>{t("view.title", { version: version.version })}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t("view.show")}
          data={views}
          value={view}
          onChange={setView}
        />
      </div>
      {view === "form" && (
        <>
          <p className={classes["muted"]}>{hasForm ? t("view.formHint") : t("view.noForm")}</p>
          {hasForm && <JsonForm schema={schema} value={value} onChange={setValue} />}
        </>
      )}
      {view !== "form" && (
        <CodeEditor
          key={view}
          label={view === "schema" ? t("schema") : t("packageJson")}
          language="json"
          height={320}
          isReadOnly
          value={writeJson(view === "schema" ? version.schema : version.packageJson)}
        />
      )}
    </section>
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
