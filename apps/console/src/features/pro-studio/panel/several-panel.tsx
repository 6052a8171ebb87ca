// Several nodes at once: what can be done to all of them.
import { Button } from "@mantine/core";
import {
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
} from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { align, alignments, autoLayout, distribute, toggleGroup } from "../store/arrange.ts";
import type { Alignment } from "../store/arrange.ts";
import { duplicate } from "../store/clipboard.ts";
import { useDesigner, useEditor } from "../store/designer.tsx";
import { removeSelected, toggleFold } from "../store/edits.ts";
import { ColourRow } from "./colour-row.tsx";
import classes from "./panel.module.css";

const icons: Readonly<Record<Alignment, Icon>> = {
  left: IconLayoutAlignLeft,
  centre: IconLayoutAlignCenter,
  right: IconLayoutAlignRight,
  top: IconLayoutAlignTop,
  middle: IconLayoutAlignMiddle,
  bottom: IconLayoutAlignBottom,
};

export function SeveralPanel({ count }: { count: number }) {
  const { t } = useTranslation("pro-studio");
  const { editor } = useDesigner();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  if (isReadOnly) return <p className={classes["hint"]}>{t("several.title", { count })}</p>;
  return (
    <div className={classes["form"]}>
      <strong>{t("several.title", { count })}</strong>
      <div className={classes["buttons"]} role="group" aria-label={t("several.align")}>
        {alignments.map((alignment) => {
          const Shown = icons[alignment];
          return (
            <Button
              key={alignment}
              size="compact-sm"
              variant="default"
              leftSection={<Shown size={14} />}
              onClick={() => align(editor, alignment)}
            >
              {t(`several.${alignment}`)}
            </Button>
          );
        })}
        <Button size="compact-sm" variant="default" onClick={() => distribute(editor, "x")}>
          {t("several.spreadAcross")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => distribute(editor, "y")}>
          {t("several.spreadDown")}
        </Button>
      </div>
      <div className={classes["buttons"]}>
        <Button size="compact-sm" variant="default" onClick={() => toggleGroup(editor)}>
          {t("several.group")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => toggleFold(editor)}>
          {t("several.fold")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => void autoLayout(editor)}>
          {t("several.layout")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => duplicate(editor)}>
          {t("panel.duplicate")}
        </Button>
        <Button size="compact-sm" color="red" variant="light" onClick={() => removeSelected(editor)}>
          {t("panel.delete")}
        </Button>
      </div>
      <ColourRow />
    </div>
  );
}
