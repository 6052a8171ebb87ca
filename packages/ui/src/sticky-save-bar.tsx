// Stays at the foot of a form while something is unsaved, and says what.
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useTexts } from "./texts.tsx";
import classes from "./sticky-save-bar.module.css";

type Props = {
  /** The labels of changed fields; empty hides the bar. */
  unsavedFields: readonly string[];
  isSaving?: boolean;
  error?: { message: string } | null | undefined;
  saveLabel?: string;
  /** Of the button that saves: that of an environment where it matters which one is written to. */
  colour?: string;
  /** Why saving is not possible now; shown beside the disabled button. */
  blockedBecause?: string | undefined;
  onSave: () => void;
  onDiscard: () => void;
};

export function StickySaveBar({
  unsavedFields,
  isSaving = false,
  error,
  saveLabel,
  colour,
  blockedBecause,
  onSave,
  onDiscard,
}: Props) {
  const texts = useTexts();
  const isDirty = unsavedFields.length > 0;
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
  if (!isDirty) return null;
  return (
    <div className={classes["bar"]} role="region" aria-label={texts.unsaved("")} data-bottom-actions>
      <div className={classes["words"]}>
        <p role="status" className={classes["fields"]}>
          {texts.unsaved(unsavedFields.join(", "))}
        </p>
        {error && (
          <p role="alert" className={classes["error"]}>
            {error.message}
          </p>
        )}
        {blockedBecause && <p className={classes["error"]}>{blockedBecause}</p>}
      </div>
      <Button variant="default" disabled={isSaving} onClick={onDiscard}>
        {texts.discard}
      </Button>
      <Button
        {...(colour && { color: colour })}
        loading={isSaving}
        disabled={blockedBecause !== undefined}
        onClick={onSave}
      >
        {saveLabel ?? texts.save}
      </Button>
    </div>
  );
}
