// One trigger or action: its options, its package's version, and what the server knows about it.
import type { FieldError } from "@parley/ui/field-errors";
import { RelativeTime } from "@parley/ui/relative-time";
import { ActionIcon, Button } from "@mantine/core";
import { IconArrowUp, IconX } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { OptionsField } from "./options-field.tsx";
import type { PackageChoice, Step } from "./steps.ts";
import { WebhookAddress } from "./webhook-address.tsx";
import classes from "../applets.module.css";

const UpgradeDialog = lazy(() =>
  import("./upgrade-dialog.tsx").then((module) => ({ default: module.UpgradeDialog })),
);

type Props = {
  step: Step;
  choice: PackageChoice | undefined;
  /** Absent for an applet that was never saved. */
  instanceId: string | undefined;
  /** Such as `triggers.0.options`. */
  path: string;
  errors: readonly FieldError[];
  onChange: (part: Partial<Step>) => void;
  onMoveUp: (() => void) | undefined;
  onRemove: () => void;
};

export function StepCard({ step, choice, instanceId, path, errors, onChange, onMoveUp, onRemove }: Props) {
  const { t } = useTranslation("applets");
  const [isUpgrading, setIsUpgrading] = useState(false);
  const name = choice?.displayName ?? step.name;
  const latest = choice?.latestVersion;
  const newer = latest && latest.id !== step.packageVersionId ? latest : undefined;
  const upgrade = () => {
    if (newer) onChange({ packageVersionId: newer.id, packageVersion: newer });
    setIsUpgrading(false);
  };
  const stepErrors = errors.filter((error) => error.field === path.replace(/\.options$/u, ""));
  return (
    <div className={classes["step"]} role="group" aria-label={name}>
      <div className={classes["stepHead"]}>
        <strong>{name}</strong>
        <span className={classes["version"]}>{step.packageVersion.version}</span>
        <span className={classes["end"]}>
          {newer && (
            <Button
              size="compact-xs"
              variant="light"
              // Only what is saved can be compared; an unsaved step has nothing to break.
              onClick={() => (instanceId && step.id ? setIsUpgrading(true) : upgrade())}
            >
              {t("upgrade.offer", { version: newer.version })}
            </Button>
          )}
          {onMoveUp && (
            <ActionIcon variant="subtle" aria-label={t("moveUp", { name })} onClick={onMoveUp}>
              <IconArrowUp size={15} />
            </ActionIcon>
          )}
          <ActionIcon variant="subtle" aria-label={t("removeStep", { name })} onClick={onRemove}>
            <IconX size={15} />
          </ActionIcon>
        </span>
      </div>
      {choice?.description && <p className={classes["muted"]}>{choice.description}</p>}
      {stepErrors.map((error) => (
        <p key={error.message} role="alert" className={classes["problem"]}>
          {error.message}
        </p>
      ))}
      <OptionsField
        label={name}
        schema={step.packageVersion.schema}
        value={step.options}
        errors={errors}
        path={path}
        onChange={(options) => onChange({ options })}
      />
      {step.webhook && step.id && <WebhookAddress triggerId={step.id} webhook={step.webhook} />}
      {step.nextRunAt && (
        <p className={classes["muted"]}>
          {t("nextRun")} <RelativeTime at={step.nextRunAt} />
        </p>
      )}
      {isUpgrading && newer && instanceId && step.id && (
        <Suspense fallback={null}>
          <UpgradeDialog
            name={name}
            appletInstanceId={instanceId}
            stepId={step.id}
            versionId={newer.id}
            before={step.packageVersion.schema}
            after={newer.schema}
            onClose={() => setIsUpgrading(false)}
            onUpgrade={upgrade}
          />
        </Suspense>
      )}
    </div>
  );
}
