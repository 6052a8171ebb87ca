// One setting: its value, where it comes from, and the way back to what is inherited.
import { Button, NumberInput, Progress, Select, TagsInput, TextInput } from "@mantine/core";
import { StatusBadge } from "@parley/ui/status-badge";
import { useTranslation } from "react-i18next";
import { useLocalization } from "../../shared/localization.ts";
import { isOwn } from "./account-draft.ts";
import type { Setting } from "./account-query.ts";
import classes from "./organizations.module.css";

type Props = {
  setting: Setting;
  /** undefined: not edited; null: to be inherited again. */
  draft: unknown;
  /** Nothing is above it to inherit from. */
  isTop: boolean;
  isDisabled: boolean;
  error: string | undefined;
  onChange: (value: unknown) => void;
};

export function SettingRow({ setting, draft, isTop, isDisabled, error, onChange }: Props) {
  const { t } = useTranslation("organizations");
  const isSetHere = draft === undefined ? isOwn(setting) : draft !== null;
  const value = draft === undefined ? setting.value : draft;
  return (
    <div className={classes["setting"]}>
      <div className={classes["settingControl"]}>
        <Control setting={setting} value={value} isDisabled={isDisabled} error={error} onChange={onChange} />
        {setting.kind === "RESOURCE_LIMIT" && <Use setting={setting} value={value} />}
      </div>
      <div className={classes["source"]}>
        <StatusBadge
          tone={isSetHere ? "info" : "neutral"}
          label={
            isSetHere
              ? t("source.here")
              : setting.sourceAccountName && setting.isInherited
                ? t("source.inherited", { name: setting.sourceAccountName })
                : draft === null
                  ? t(isTop ? "source.cleared" : "source.again")
                  : t("source.none")
          }
        />
        {isSetHere && !isDisabled && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange(null)}>
            {isTop || setting.name === "emailDomains" ? t("source.clear") : t("source.reset")}
          </Button>
        )}
      </div>
    </div>
  );
}

function Control({
  setting,
  value,
  isDisabled,
  error,
  onChange,
}: Omit<Props, "draft" | "isTop"> & { value: unknown }) {
  const { t } = useTranslation("organizations");
  const { languages, timeZones } = useLocalization();
  const shared = { label: setting.label, disabled: isDisabled, ...(error ? { error } : {}) };
  const text = typeof value === "string" ? value : "";
  if (setting.kind === "RESOURCE_LIMIT")
    return (
      <NumberInput
        {...shared}
        min={0}
        max={1_000_000}
        allowDecimal={false}
        hideControls
        placeholder={t("noLimit")}
        value={typeof value === "number" ? value : ""}
        onChange={(next) => onChange(next === "" ? null : Number(next))}
      />
    );
  if (setting.name === "emailDomains")
    return (
      <TagsInput
        {...shared}
        description={t("domainsHint")}
        placeholder={t("domainsPlaceholder")}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(next) => onChange(next.length === 0 ? null : next)}
      />
    );
  if (setting.name === "timeZone" || setting.name === "language")
    return (
      <Select
        {...shared}
        data={setting.name === "language" ? languages : timeZones}
        value={text || null}
        searchable
        limit={60}
        placeholder={t("notSet")}
        onChange={(next) => next && onChange(next)}
      />
    );
  return (
    <TextInput
      {...shared}
      placeholder={t("notSet")}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

/** Use against limit, yellow from 80 %, red when it is full. */
function Use({ setting, value }: { setting: Setting; value: unknown }) {
  const { t } = useTranslation("organizations");
  const use = setting.use ?? 0;
  if (typeof value !== "number") return <p className={classes["use"]}>{t("use", { use })}</p>;
  const part = value === 0 ? 100 : Math.min(100, Math.round((use / value) * 100));
  const colour = part >= 100 ? "red" : part >= 80 ? "yellow" : "teal";
  return (
    <div>
      <p className={classes["use"]}>
        {t("useOf", { use, limit: value })}
        {part >= 80 && ` · ${t(part >= 100 ? "full" : "nearlyFull")}`}
      </p>
      <Progress.Root size="sm">
        <Progress.Section value={part} color={colour} aria-label={t("useOf", { use, limit: value })} />
      </Progress.Root>
    </div>
  );
}
