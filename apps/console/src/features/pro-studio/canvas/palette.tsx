// Node types to drag onto the canvas, or to press: then the node goes beside the selected one.
import { nodeTypes } from "@parley/flow";
import type { NodeType } from "@parley/flow";
import { Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useDesigner, useEditor } from "../store/designer.tsx";
import { addNode, freePort } from "../store/edits.ts";
import { nodeById } from "@parley/flow";
import { NodeIcon } from "./node-icons.tsx";
import classes from "./palette.module.css";

const categories: readonly NodeType["category"][] = ["talk", "ask", "logic", "action", "finish", "canvas"];
export const paletteMime = "application/x-parley-node-type";

export function Palette() {
  const { t } = useTranslation("pro-studio");
  const { editor, openNode } = useDesigner();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  if (isReadOnly) return null;
  const add = (type: string) => {
    const { selection, flow } = editor.getState();
    const [only] = selection;
    const node = selection.size === 1 && only !== undefined ? nodeById(flow, only) : undefined;
    const port = node && freePort(node);
    openNode(addNode(editor, type, { from: node && port !== undefined ? { from: node.id, port } : null }));
  };
  return (
    <nav className={classes["palette"]} aria-label={t("palette.label")}>
      {categories.map((category) => (
        <section key={category} className={classes["section"]}>
          <h2 className={classes["heading"]}>{t(`palette.${category}`)}</h2>
          {nodeTypes
            .filter((type) => type.category === category)
            .map(({ type, title, summary }) => (
              <Tooltip key={type} label={summary} position="right">
                <button
                  type="button"
                  draggable
                  className={classes["item"]}
                  onClick={() => add(type)}
                  onDragStart={(event) => {
                    event.dataTransfer.setData(paletteMime, type);
                    event.dataTransfer.effectAllowed = "copy";
                  }}
                >
                  <NodeIcon type={type} size={16} />
                  <span>{title}</span>
                </button>
              </Tooltip>
            ))}
        </section>
      ))}
    </nav>
  );
}
