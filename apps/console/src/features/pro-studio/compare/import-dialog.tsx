// Import: first what would change, then whether it shall.
import { Button, Modal, Textarea } from "@mantine/core";
import { FileDrop } from "@parley/ui/file-drop";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDesigner } from "../store/designer.tsx";
import { ChangeList } from "../../../shared/flow/change-list.tsx";
import { planImport } from "./import-plan.ts";
import classes from "./compare.module.css";

const largestFile = 24_000_000;

export function ImportDialog() {
  const { t } = useTranslation("pro-studio");
  const { editor, ui, camera } = useDesigner();
  const [text, setText] = useState("");
  const [fileName, setFileName] = useState<string | null>(null);
  const { flow, versionId } = editor.getState();
  const plan = useMemo(
    () => (text.trim() === "" ? null : planImport(flow, text, versionId)),
    [flow, text, versionId],
  );
  const close = () => ui.getState().set({ dialog: null });
  const take = (isReplacing: boolean) => {
    if (!plan?.ok) return;
    const count = isReplacing ? plan.flow.nodes.length : plan.diff.added.length;
    editor.getState().apply(isReplacing ? plan.replace : plan.add, { label: t("edits.import", { count }) });
    close();
    requestAnimationFrame(() => camera.current?.fit());
  };
  return (
    <Modal opened onClose={close} title={t("import.title")} centered size={680}>
      <FileDrop
        label={fileName ?? t("import.file")}
        hint={t("import.fileHint")}
        accept=".json,application/json"
        maxBytes={largestFile}
        onFiles={([file]) => {
          if (!file) return;
          setFileName(file.name);
          void file.text().then(setText);
        }}
      />
      {fileName === null && (
        <Textarea
          mt="sm"
          label={t("import.paste")}
          autosize
          minRows={2}
          maxRows={6}
          value={text.length > 20_000 ? `${text.slice(0, 20_000)}…` : text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {plan && !plan.ok && (
        <div role="alert">
          <p>{t("import.refused")}</p>
          <ul className={classes["messages"]} tabIndex={0} aria-label={t("import.refused")}>
            {plan.messages.slice(0, 50).map((message, i) => (
              <li key={i}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      {plan?.ok && (
        <>
          <ChangeList diff={plan.diff} />
          {plan.warnings.length > 0 && (
            <ul className={classes["messages"]} tabIndex={0} aria-label={t("import.warnings")}>
              {plan.warnings.slice(0, 20).map((warning, i) => (
                <li key={i}>{warning}</li>
              ))}
            </ul>
          )}
          <div className={classes["actions"]}>
            <Button size="sm" variant="default" onClick={close}>
              {t("import.cancel")}
            </Button>
            <Button
              size="sm"
              variant="default"
              disabled={plan.diff.added.length === 0}
              onClick={() => take(false)}
            >
              {t("import.add", { count: plan.diff.added.length })}
            </Button>
            <Button size="sm" onClick={() => take(true)}>
              {t("import.replace")}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}
