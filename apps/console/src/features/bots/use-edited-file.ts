// A file of a draft while somebody types in it: what was typed is named and never lost in silence.
import { useState } from "react";
import { afterSaving, basisOf, type Edit, inSight, isUnsaved } from "./edit.ts";
import { useFileChanges, useVersionFile } from "./version-files.ts";

interface Typed<T> extends Edit {
  readonly value: T;
}

/** How the content of a file is edited. `write` gives the same text for what counts as the same. */
interface Form<T> {
  readonly read: (content: string) => T | undefined;
  readonly write: (value: T) => string;
}

/** `value` is what was typed, or what is stored; undefined when that cannot be read. */
export function useEditedForm<T>(filePath: string, { read, write }: Form<T>) {
  const { file, error, reload } = useVersionFile(filePath);
  const changes = useFileChanges();
  const [typed, setTyped] = useState<Typed<T>>();
  const [failure, setFailure] = useState<{ message: string }>();
  const storedValue = file && read(file.content);
  const stored = {
    content: storedValue === undefined ? (file?.content ?? "") : write(storedValue),
    sha256: file?.sha256 ?? "",
  };
  const edit = file ? inSight(typed, stored) : typed;
  if (edit !== typed) setTyped(edit);
  const save = async () => {
    if (!edit) return;
    try {
      const sha256 = await changes.putOne(filePath, edit.content, edit.basedOn);
      setTyped((now) => afterSaving(now, edit, sha256, stored));
      setFailure(undefined);
    } catch (reason) {
      setFailure({ message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  return {
    isLoaded: file !== undefined,
    error,
    reload,
    stored: storedValue,
    value: edit ? edit.value : storedValue,
    isUnsaved: isUnsaved(edit),
    edit: (value: T) => setTyped({ value, content: write(value), ...basisOf(edit, stored, changes.isBusy) }),
    /** For the bar that says what is not saved yet. */
    saving: {
      isSaving: changes.isBusy,
      error: failure,
      onSave: () => void save(),
      onDiscard: () => {
        setTyped(undefined);
        setFailure(undefined);
      },
    },
  };
}

const asText: Form<string> = { read: (content) => content, write: (content) => content };

export function useEditedFile(filePath: string, name: string) {
  const { value, isUnsaved, saving, ...rest } = useEditedForm(filePath, asText);
  return { ...rest, content: value ?? "", unsaved: { ...saving, unsavedFields: isUnsaved ? [name] : [] } };
}
