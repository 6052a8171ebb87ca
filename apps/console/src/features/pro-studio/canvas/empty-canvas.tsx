// What a newcomer sees before the first node.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useDesigner } from "../store/designer.tsx";
import { addNode } from "../store/edits.ts";
import classes from "./canvas.module.css";

export function EmptyCanvas({ isReadOnly }: { isReadOnly: boolean }) {
  const { t } = useTranslation("pro-studio");
  const { editor, openNode } = useDesigner();
  return (
    <div className={classes["empty"]}>
      <strong>{t("canvas.empty")}</strong>
      <p>{t("canvas.emptyMeans")}</p>
      {!isReadOnly && (
        <>
          <Button size="sm" onClick={() => openNode(addNode(editor, "start"))}>
            {t("canvas.begin")}
          </Button>
          <p>{t("canvas.emptyWays")}</p>
        </>
      )}
    </div>
  );
}
