import { useTranslation } from "react-i18next";
import { nodeColours } from "../scene/box.ts";
import { useDesigner } from "../store/designer.tsx";
import { setColour } from "../store/edits.ts";
import classes from "./panel.module.css";

export function ColourRow() {
  const { t } = useTranslation("pro-studio");
  const { editor } = useDesigner();
  return (
    <div className={classes["colours"]} role="group" aria-label={t("panel.colour")}>
      <span className={classes["muted"]}>{t("panel.colour")}</span>
      {["", ...nodeColours].map((colour) => (
        <button
          key={colour}
          type="button"
          className={classes["colour"]}
          data-colour={colour}
          aria-label={t(`panel.colours.${colour || "own"}`)}
          onClick={() => setColour(editor, colour)}
        />
      ))}
    </div>
  );
}
