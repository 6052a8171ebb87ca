// Words, colours and place of a widget, with a warning where people could not read it.
import { Alert, ColorInput, NumberInput, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { contrastProblems } from "./contrast.ts";
import { positions, themes, usualColours } from "./widget-style.ts";
import type { WidgetStyle } from "./widget-style.ts";
import classes from "./widget.module.css";

type Props = { style: WidgetStyle; onChange: (style: WidgetStyle) => void };

const words = ["title", "subtitle", "placeholder", "launcherLabel", "avatarUrl"] as const;

export function StyleControls({ style, onChange }: Props) {
  const { t } = useTranslation("channels");
  return (
    <Stack gap="sm" component="section" aria-label={t("widget.look")}>
      <h2 className={classes["heading"]}>{t("widget.look")}</h2>
      {words.map((key) => (
        <TextInput
          key={key}
          label={t(`field.${key}`)}
          placeholder={t(`usual.${key}`)}
          value={style[key] ?? ""}
          maxLength={key === "avatarUrl" ? 2000 : 200}
          onChange={(event) => onChange({ ...style, [key]: event.currentTarget.value })}
        />
      ))}
      <div className={classes["two"]}>
        {(["color", "textColor"] as const).map((key) => (
          <ColorInput
            key={key}
            label={t(`field.${key}`)}
            placeholder={usualColours[key]}
            format="hex"
            value={style[key] ?? ""}
            eyeDropperButtonProps={{ "aria-label": t("widget.pick", { label: t(`field.${key}`) }) }}
            onChange={(value) => onChange({ ...style, [key]: value })}
          />
        ))}
      </div>
      <Contrast style={style} />
      <Choice
        label={t("field.theme")}
        options={themes.map((value) => ({ value, label: t(`themes.${value}`) }))}
        value={style.theme ?? "auto"}
        onChange={(value) => onChange({ ...style, theme: themes.find((theme) => theme === value) })}
      />
      <Choice
        label={t("field.position")}
        options={positions.map((value) => ({ value, label: t(`positions.${value}`) }))}
        value={style.position ?? "right"}
        onChange={(value) => onChange({ ...style, position: positions.find((place) => place === value) })}
      />
      <NumberInput
        label={t("field.radius")}
        min={0}
        max={32}
        suffix=" px"
        placeholder="14 px"
        value={style.radius ?? ""}
        onChange={(value) => onChange({ ...style, radius: typeof value === "number" ? value : undefined })}
      />
    </Stack>
  );
}

function Contrast({ style }: { style: WidgetStyle }) {
  const { t } = useTranslation("channels");
  const problems = contrastProblems({
    color: style.color ?? usualColours.color,
    textColor: style.textColor ?? usualColours.textColor,
    theme: style.theme ?? "auto",
  });
  // The usual colours are the chat's own affair.
  if (problems.length === 0 || (!style.color && !style.textColor)) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={16} />} title={t("contrast.title")} role="status">
      <ul className={classes["plainList"]}>
        {problems.map(({ what, ratio, needed }) => (
          <li key={what}>{t(`contrast.${what}`, { ratio: ratio.toFixed(1), needed })}</li>
        ))}
      </ul>
    </Alert>
  );
}

type ChoiceProps = {
  label: string;
  options: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
};

export function Choice({ label, options, value, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div>
      <span id={id} className={classes["label"]}>
        {label}
      </span>
      <SegmentedControl aria-labelledby={id} data={options} value={value} onChange={onChange} fullWidth />
    </div>
  );
}
