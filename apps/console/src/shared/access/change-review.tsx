// The last look before access changes: what was staged, what it means in the end, and one Save.
import { Button, Modal } from "@mantine/core";
import { ErrorState } from "@parley/ui/error-state";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AccessPreview, useAccessPreview } from "./access-preview.tsx";
import type { PendingChange } from "./access-preview.tsx";
import type { ChangeLine } from "./change-lines.ts";
import classes from "./access.module.css";

type Props = {
  accountId: string;
  /** Whose access: "Aiko Tanaka". */
  name: string;
  lines: readonly ChangeLine[];
  change: PendingChange;
  showsPerson?: boolean;
  onSave: () => Promise<unknown>;
  onClose: () => void;
};

export function ChangeReview({
  accountId,
  name,
  lines,
  change,
  showsPerson = false,
  onSave,
  onClose,
}: Props) {
  const { t } = useTranslation("access");
  const preview = useAccessPreview(accountId, change);
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<Error>();
  const isRefused = Boolean(preview.preview?.refusal);

  const save = async () => {
    setIsSaving(true);
    setError(undefined);
    try {
      await onSave();
      onClose();
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error(String(reason)));
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("reviewTitle", { count: lines.length, name })}
      size="lg"
      centered
    >
      <ul className={classes["lines"]} aria-label={t("staged")}>
        {lines.map((line) => (
          <li key={`${line.kind} ${line.text}`} data-kind={line.kind}>
            <span className={classes["sign"]}>{t(line.kind === "added" ? "add" : "remove")}</span>
            {line.text}
          </li>
        ))}
      </ul>
      <AccessPreview {...preview} showsPerson={showsPerson} />
      {error && <ErrorState error={error} isInline />}
      <div className={classes["actions"]}>
        <Button variant="default" onClick={onClose}>
          {t("back")}
        </Button>
        <Button loading={isSaving} disabled={isRefused || preview.isLoading} onClick={() => void save()}>
          {t("save", { count: lines.length })}
        </Button>
      </div>
    </Modal>
  );
}
