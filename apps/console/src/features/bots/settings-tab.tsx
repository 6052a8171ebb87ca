// The configuration of a version as a form; config.json is what it writes.
import { botConfig, type BotConfig } from "@parley/bot-data/files";
import type { VersionData } from "@parley/bot-data/version";
import { ErrorState } from "@parley/ui/error-state";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { NumberInput, Slider, Stack, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFileChanges, useVersionFile } from "./version-files.ts";
import classes from "./bots.module.css";
import editorClasses from "./editors.module.css";

const path = "config.json";

export function SettingsTab({ version, hasGreeting }: { version: VersionData; hasGreeting: boolean }) {
  const { t } = useTranslation("bots");
  const { file, error, reload } = useVersionFile(path);
  const changes = useFileChanges();
  const [edited, setEdited] = useState<{ config: BotConfig; basedOn: string }>();
  const [failure, setFailure] = useState<{ message: string }>();
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!file) return <p className={classes["muted"]}>{t("files.loading")}</p>;
  const stored = readConfig(file.content);
  if (!stored) return <ErrorState error={{ message: t("settings.unreadable") }} />;
  const config = edited?.config ?? stored;
  const changed = fields.filter((field) => JSON.stringify(config[field]) !== JSON.stringify(stored[field]));
  const edit = (part: Partial<BotConfig>) =>
    setEdited({ config: { ...config, ...part }, basedOn: edited?.basedOn ?? file.sha256 });
  const save = async () => {
    if (!edited) return;
    try {
      const content = `${JSON.stringify(edited.config, null, 2)}\n`;
      const basedOn = await changes.putOne(path, content, edited.basedOn);
      // What was typed meanwhile stays, based on what was saved.
      setEdited((now) => (now && now.config !== edited.config ? { ...now, basedOn } : undefined));
      setFailure(undefined);
    } catch (reason) {
      setFailure({ message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
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
      <StickySaveBar
        unsavedFields={changed.map((field) => t(`settings.${labels[field]}`))}
        isSaving={changes.isBusy}
        error={failure}
        onSave={() => void save()}
        onDiscard={() => {
          setEdited(undefined);
          setFailure(undefined);
        }}
      />
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

function readConfig(content: string): BotConfig | undefined {
  try {
    return botConfig.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}
