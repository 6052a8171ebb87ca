// A file of a draft while somebody types in it: what was typed is named and never lost in silence.
import { useState } from "react";
import { useFileChanges, useVersionFile } from "./version-files.ts";

export function useEditedFile(filePath: string, name: string) {
  const { file, error, reload } = useVersionFile(filePath);
  const changes = useFileChanges();
  const [edited, setEdited] = useState<{ content: string; basedOn: string }>();
  const [failure, setFailure] = useState<{ message: string }>();
  const isDirty = edited !== undefined && edited.content !== file?.content;
  const save = async () => {
    if (!edited) return;
    try {
      const basedOn = await changes.putOne(filePath, edited.content, edited.basedOn);
      // What was typed stays on screen until the stored file arrives and equals it; what was typed meanwhile is
      // based on what was saved.
      setEdited((now) => now && { ...now, basedOn });
      setFailure(undefined);
    } catch (reason) {
      setFailure({ message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  return {
    isLoaded: file !== undefined,
    error,
    reload,
    content: edited?.content ?? file?.content ?? "",
    edit: (content: string) =>
      setEdited({ content, basedOn: isDirty ? edited.basedOn : (file?.sha256 ?? "") }),
    /** For the bar that says what is not saved yet. */
    unsaved: {
      unsavedFields: isDirty ? [name] : [],
      isSaving: changes.isBusy,
      error: failure,
      onSave: () => void save(),
      onDiscard: () => {
        setEdited(undefined);
        setFailure(undefined);
      },
    },
  };
}
