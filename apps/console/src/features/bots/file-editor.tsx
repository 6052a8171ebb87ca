// One file of a draft as text.
import type { VersionData } from "@parley/bot-data/version";
import { CodeEditor } from "@parley/ui/code-editor";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { ErrorState } from "@parley/ui/error-state";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useEditedFile } from "./use-edited-file.ts";
import { useFileChanges } from "./version-files.ts";
import classes from "./bots.module.css";

type Props = {
  version: VersionData;
  filePath: string;
  /** Where a link led to. */
  line?: number | undefined;
  onRemoved: () => void;
  /** Without its own heading: the page around it has one. */
  isBare?: boolean;
};

export function FileEditor({ version, filePath, line, onRemoved, isBare = false }: Props) {
  const { t } = useTranslation("bots");
  const { isLoaded, error, reload, content, edit, unsaved } = useEditedFile(filePath, filePath);
  const changes = useFileChanges();
  const [isRemoving, setIsRemoving] = useState(false);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!isLoaded) return <p className={classes["muted"]}>{t("files.loading")}</p>;
  const problems = version.validation.isCurrent
    ? version.validation.messages.flatMap((message) =>
        message.file === filePath && message.line !== null
          ? [{ line: message.line, message: message.message }]
          : [],
      )
    : [];
  return (
    <div>
      {!isBare && (
        <Group justify="space-between" mb="xs">
          <code>{filePath}</code>
          {!version.isLocked && filePath !== "config.json" && (
            <Button size="xs" variant="default" onClick={() => setIsRemoving(true)}>
              {t("files.remove")}
            </Button>
          )}
        </Group>
      )}
      <CodeEditor
        key={filePath}
        label={filePath}
        language={filePath.endsWith(".js") ? "javascript" : filePath.endsWith(".json") ? "json" : "text"}
        value={content}
        isReadOnly={version.isLocked}
        problems={problems}
        line={line}
        height={420}
        onChange={edit}
      />
      <StickySaveBar {...unsaved} />
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={t("deleteTitle", { name: filePath })}
        confirmLabel={t("files.remove")}
        onConfirm={async () => {
          await changes.remove([filePath]);
          setIsRemoving(false);
          onRemoved();
        }}
      />
    </div>
  );
}
