// One file of a draft, with unsaved changes that are named and never lost in silence.
import type { VersionData } from "@parley/bot-data/version";
import { CodeEditor } from "@parley/ui/code-editor";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { ErrorState } from "@parley/ui/error-state";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFileChanges, useVersionFile } from "./version-files.ts";
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
  const { file, error, reload } = useVersionFile(filePath);
  const changes = useFileChanges();
  const [edited, setEdited] = useState<{ content: string; basedOn: string }>();
  const [failure, setFailure] = useState<{ message: string }>();
  const [isRemoving, setIsRemoving] = useState(false);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!file) return <p className={classes["muted"]}>{t("files.loading")}</p>;
  const isDirty = edited !== undefined && edited.content !== file.content;
  const save = async () => {
    if (!edited) return;
    try {
      await changes.put([{ filePath, content: edited.content, basedOnSha256: edited.basedOn }]);
      // What was typed stays on screen until the stored file arrives and equals it.
      setFailure(undefined);
    } catch (reason) {
      setFailure({ message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
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
        value={edited?.content ?? file.content}
        isReadOnly={version.isLocked}
        problems={problems}
        line={line}
        height={420}
        onChange={(content) => setEdited({ content, basedOn: isDirty ? edited.basedOn : file.sha256 })}
      />
      <StickySaveBar
        unsavedFields={isDirty ? [filePath] : []}
        isSaving={changes.isBusy}
        error={failure}
        onSave={() => void save()}
        onDiscard={() => {
          setEdited(undefined);
          setFailure(undefined);
        }}
      />
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
