// Which template an applet is made from, and whether a newer version of it is there.
import { Button, Select } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "../applets.module.css";

const UpgradeDialog = lazy(() =>
  import("./upgrade-dialog.tsx").then((module) => ({ default: module.UpgradeDialog })),
);

export type Template = {
  id: string;
  displayName: string;
  description: string;
  latestVersion?: { id: string; version: string; schema: unknown } | null;
};
export type TemplateVersion = { id: string; version: string; schema: unknown };

type Props = {
  templates: readonly Template[];
  templateId: string | undefined;
  /** The version in use. */
  used: TemplateVersion | undefined;
  instanceId: string | undefined;
  onChange: (template: Template, version: TemplateVersion) => void;
};

export function TemplateField({ templates, templateId, used, instanceId, onChange }: Props) {
  const { t } = useTranslation("applets");
  const [isUpgrading, setIsUpgrading] = useState(false);
  const template = templates.find((candidate) => candidate.id === templateId);
  const latest = template?.latestVersion;
  const newer = latest && used && latest.id !== used.id ? latest : undefined;
  const choose = (id: string | null) => {
    const chosen = templates.find((candidate) => candidate.id === id);
    if (chosen?.latestVersion) onChange(chosen, chosen.latestVersion);
  };
  return (
    <div>
      <Select
        label={t("template")}
        description={template?.description}
        inputWrapperOrder={["label", "input", "description", "error"]}
        allowDeselect={false}
        data={templates
          .filter((candidate) => candidate.latestVersion)
          .map((candidate) => ({ value: candidate.id, label: candidate.displayName }))}
        value={templateId ?? null}
        onChange={choose}
      />
      {newer && (
        <div className={classes["line"]}>
          <span className={classes["muted"]}>{t("upgrade.used", { version: used?.version })}</span>
          <Button
            size="compact-xs"
            variant="light"
            onClick={() => (instanceId ? setIsUpgrading(true) : choose(template?.id ?? null))}
          >
            {t("upgrade.offer", { version: newer.version })}
          </Button>
        </div>
      )}
      {isUpgrading && newer && template && instanceId && (
        <Suspense fallback={null}>
          <UpgradeDialog
            name={template.displayName}
            appletInstanceId={instanceId}
            versionId={newer.id}
            before={used?.schema}
            after={newer.schema}
            onClose={() => setIsUpgrading(false)}
            onUpgrade={() => {
              onChange(template, newer);
              setIsUpgrading(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
