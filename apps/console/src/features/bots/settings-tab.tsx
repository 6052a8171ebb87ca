// The configuration of a version as a form; config.json is what it writes.
import { botConfig, type BotConfig } from "@parley/bot-data/files";
import type { VersionData } from "@parley/bot-data/version";
import { ErrorState } from "@parley/ui/error-state";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { NumberInput, Slider, Stack, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useEditedForm } from "./use-edited-file.ts";
import classes from "./bots.module.css";
import editorClasses from "./editors.module.css";

const path = "config.json";

export function SettingsTab({ version, hasGreeting }: { version: VersionData; hasGreeting: boolean }) {
  const { t } = useTranslation("bots");
  const { isLoaded, error, reload, stored, value, isUnsaved, edit: set, saving } = useEditedForm(path, form);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!isLoaded) return <p className={classes["muted"]}>{t("files.loading")}</p>;
  if (!stored || !value) return <ErrorState error={{ message: t("settings.unreadable") }} />;
  const config = value;
  const changed = isUnsaved
    ? fields.filter((field) => JSON.stringify(config[field]) !== JSON.stringify(stored[field]))
    : [];
  const edit = (part: Partial<BotConfig>) => set({ ...config, ...part });
  const isReadOnly = version.isLocked;
  return (
    <div className={editorClasses["form"]}>
      <Stack gap="lg">
        <TextInput
          label={t("settings.language")}
          description={t("settings.languageHint")}
          value={config.language}
          readOnly={isReadOnly}
          w={280}
          onChange={(event) => edit({ language: event.currentTarget.value })}
        />
        <div>
          <span className={editorClasses["fieldLabel"]}>{t("settings.strictness")}</span>
          <p className={classes["muted"]}>{t("settings.strictnessHint")}</p>
          <Slider
            min={0}
            max={1}
            step={0.05}
            w={320}
            mt="xs"
            ml={20}
            mb="lg"
            value={config.strictness}
            disabled={isReadOnly}
            thumbLabel={t("settings.strictness")}
            marks={[
              { value: 0, label: t("settings.lenient") },
              { value: 1, label: t("settings.strict") },
            ]}
            onChange={(strictness) => edit({ strictness })}
          />
        </div>
        {hasGreeting && (
          <Textarea
            label={t("settings.greeting")}
            description={t("settings.greetingHint")}
            value={config.greeting}
            readOnly={isReadOnly}
            autosize
            minRows={2}
            mt="md"
            onChange={(event) => edit({ greeting: event.currentTarget.value })}
          />
        )}
        <Textarea
          label={t("settings.fallback")}
          description={t("settings.fallbackHint")}
          value={config.fallbackMessage}
          readOnly={isReadOnly}
          autosize
          minRows={2}
          mt="md"
          onChange={(event) => edit({ fallbackMessage: event.currentTarget.value })}
        />
        <Textarea
          label={t("settings.error")}
          description={t("settings.errorHint")}
          value={config.errorMessage}
          readOnly={isReadOnly}
          autosize
          minRows={2}
          onChange={(event) => edit({ errorMessage: event.currentTarget.value })}
        />
        <TagsInput
          label={t("settings.hosts")}
          description={t("settings.hostsHint")}
          placeholder="api.example.com"
          value={config.allowedHosts}
          readOnly={isReadOnly}
          acceptValueOnBlur
          onChange={(allowedHosts) => edit({ allowedHosts })}
        />
        <NumberInput
          label={t("settings.seed")}
          description={t("settings.seedHint")}
          value={config.seed}
          readOnly={isReadOnly}
          min={0}
          allowDecimal={false}
          w={280}
          onChange={(value) => edit({ seed: typeof value === "number" ? value : 0 })}
        />
      </Stack>
      <StickySaveBar {...saving} unsavedFields={changed.map((field) => t(`settings.${labels[field]}`))} />
    </div>
  );
}

const labels = {
  language: "language",
  strictness: "strictness",
  greeting: "greeting",
  fallbackMessage: "fallback",
  errorMessage: "error",
  allowedHosts: "hosts",
  seed: "seed",
} as const;
const fields = [
  "language",
  "strictness",
  "greeting",
  "fallbackMessage",
  "errorMessage",
  "allowedHosts",
  "seed",
] as const;

const form = {
  read(content: string): BotConfig | undefined {
    try {
      return botConfig.safeParse(JSON.parse(content)).data;
    } catch {
      return undefined;
    }
  },
  write: (config: BotConfig) => `${JSON.stringify(config, null, 2)}\n`,
};
