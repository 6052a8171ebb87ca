// Headers sent to the live-agent system. Their values may be credentials: written, never shown again.
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Group, PasswordInput, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./channels.module.css";

export type Header = { id: string; name: string; value: string };

type Props = {
  /** The names that are set. */
  stored: readonly string[];
  /** undefined: nothing changes. */
  value: readonly Header[] | undefined;
  onChange: (headers: readonly Header[] | undefined) => void;
};

export function HeadersField({ stored, value, onChange }: Props) {
  const { t } = useTranslation("channels");
  const change = (id: string, patch: Partial<Header>) =>
    onChange(value?.map((header) => (header.id === id ? { ...header, ...patch } : header)));
  const fresh = (name: string): Header => ({ id: `${name} ${Math.random()}`, name, value: "" });
  return (
    <fieldset className={classes["fieldset"]}>
      <legend>{t("headers.label")}</legend>
      <p className={classes["muted"]}>{t("headers.hint")}</p>
      {!value && (
        <Group gap="xs">
          {stored.map((name) => (
            <StatusBadge key={name} tone="good" label={name} />
          ))}
          {stored.length === 0 && <span className={classes["muted"]}>{t("headers.none")}</span>}
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange(stored.length > 0 ? stored.map(fresh) : [fresh("")])}
          >
            {stored.length > 0 ? t("headers.replace") : t("headers.add")}
          </Button>
        </Group>
      )}
      {value?.map((header) => (
        <div key={header.id} className={classes["headerRow"]}>
          <TextInput
            aria-label={t("headers.name")}
            placeholder="X-Api-Key"
            value={header.name}
            onChange={(event) => change(header.id, { name: event.currentTarget.value })}
          />
          <PasswordInput
            aria-label={t("headers.valueOf", { name: header.name })}
            placeholder={t("headers.value")}
            autoComplete="off"
            value={header.value}
            onChange={(event) => change(header.id, { value: event.currentTarget.value })}
          />
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange(value.filter(({ id }) => id !== header.id))}
          >
            {t("headers.remove")}
          </Button>
        </div>
      ))}
      {value && (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => onChange([...value, fresh("")])}>
            {t("headers.add")}
          </Button>
          <Button size="xs" variant="default" onClick={() => onChange(undefined)}>
            {t("headers.keep")}
          </Button>
        </Group>
      )}
    </fieldset>
  );
}
