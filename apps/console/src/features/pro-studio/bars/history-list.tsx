// Every edit since the flow was opened; a press goes there and back.
import { useTranslation } from "react-i18next";
import { RelativeTime } from "@parley/ui/relative-time";
import { useDesigner, useEditor } from "../store/designer.tsx";
import classes from "./bars.module.css";

export function HistoryList() {
  const { t } = useTranslation("pro-studio");
  const { editor } = useDesigner();
  const past = useEditor((state) => state.past);
  const future = useEditor((state) => state.future);
  const entries = [...past, ...future];
  return (
    <ol className={classes["history"]} aria-label={t("history.label")}>
      <li>
        <button
          type="button"
          aria-current={past.length === 0 ? "step" : undefined}
          onClick={() => editor.getState().goTo(0)}
        >
          {t("history.opened")}
        </button>
      </li>
      {entries.map((entry, i) => (
        <li key={i} data-undone={i >= past.length || undefined}>
          <button
            type="button"
            aria-current={i === past.length - 1 ? "step" : undefined}
            onClick={() => editor.getState().goTo(i + 1)}
          >
            <span>{entry.label}</span>
            <RelativeTime at={entry.at} />
          </button>
        </li>
      ))}
    </ol>
  );
}
