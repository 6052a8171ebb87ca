// Edits of an earlier visit that never reached the server are offered back, never applied behind one's back.
import { Button } from "@mantine/core";
import { RelativeTime } from "@parley/ui/relative-time";
import { useTranslation } from "react-i18next";
import { useDesigner, useSaving } from "../store/designer.tsx";
import classes from "./compare.module.css";

export function DraftNotice() {
  const { t } = useTranslation("pro-studio");
  const { saving } = useDesigner();
  const draft = useSaving((state) => state.draft);
  const conflicts = useSaving((state) => state.conflicts.length);
  const { ui } = useDesigner();
  return (
    <>
      {draft && (
        <div className={classes["notice"]} role="region" aria-label={t("draft.label")}>
          <span>
            {t("draft.text", { count: draft.edits.length })} <RelativeTime at={draft.at} />
          </span>
          <Button size="compact-sm" onClick={() => saving.getState().restoreDraft()}>
            {t("draft.restore", { count: draft.edits.length })}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => saving.getState().discardDraft()}>
            {t("draft.discard")}
          </Button>
        </div>
      )}
      {conflicts > 0 && (
        <div className={classes["notice"]} role="alert">
          <span>{t("conflict.notice", { count: conflicts })}</span>
          <Button size="compact-sm" onClick={() => ui.getState().set({ side: "conflicts" })}>
            {t("conflict.look")}
          </Button>
        </div>
      )}
    </>
  );
}
