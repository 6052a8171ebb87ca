// One node as an element. Its size comes from scene/box.ts, never from the browser.
import type { NodeProps } from "@xyflow/react";
import {
  IconAlertTriangle,
  IconBolt,
  IconCircleFilled,
  IconCircleX,
  IconInfoCircle,
  IconSlash,
} from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { Anchor } from "../scene/box.ts";
import { inputY } from "../scene/box.ts";
import { useChat } from "../store/designer.tsx";
import type { NodeTraffic } from "../outside.ts";
import type { CanvasNode } from "./canvas-nodes.ts";
import { useDecorations } from "./decorations.tsx";
import { NodeIcon } from "./node-icons.tsx";
import classes from "./node.module.css";

export const StepNode = memo(function StepNode({ data, selected }: NodeProps<CanvasNode>) {
  const { box, hidden } = data;
  const { id, node } = box;
  const { t } = useTranslation("pro-studio");
  const { worst, lit, marks, editors, conflicts, traffic } = useDecorations();
  const hasBreakpoint = useChat((state) => state.breakpoints.has(id));
  const severity = worst.get(id);
  const mark = marks.get(id);
  return (
    <div
      className={classes["node"]}
      data-colour={box.colour}
      data-selected={selected || undefined}
      data-lit={lit.nodes.has(id) || undefined}
      data-active={lit.active === id || undefined}
      data-mark={mark}
      data-conflict={conflicts.has(id) || undefined}
    >
      <div className={classes["head"]}>
        <span className={classes["icon"]}>
          <NodeIcon type={node.nodeType} />
        </span>
        <span className={classes["title"]}>{box.title}</span>
        {hasBreakpoint && (
          <IconCircleFilled className={classes["breakpoint"]} size={11} aria-label={t("node.breakpoint")} />
        )}
        {severity && <SeverityIcon severity={severity} />}
        <span className={classes["number"]}>#{node.nodeNumber}</span>
      </div>
      {box.text !== "" && <p className={classes["text"]}>{box.text}</p>}
      {(node.intent !== "" || node.command !== "") && (
        <span className={classes["entry"]}>
          {node.intent !== "" ? <IconBolt size={12} aria-hidden /> : <IconSlash size={12} aria-hidden />}
          {node.intent || node.command}
        </span>
      )}
      {box.anchors.map((anchor) => (
        <Output key={anchor.port} id={id} anchor={anchor} />
      ))}
      {node.nodeType !== "start" && <span className={classes["input"]} style={{ top: inputY - 4 }} />}
      {hidden > 0 && <span className={classes["folded"]}>{t("node.folded", { count: hidden })}</span>}
      {mark && (
        <span className={classes["mark"]} data-mark={mark}>
          {t(`compare.${mark}`)}
        </span>
      )}
      {traffic && <TrafficBadge traffic={traffic.get(id)} />}
      {(editors.get(id) ?? []).slice(0, 3).map((editor, i) => (
        <span key={editor.clientId} className={classes["editor"]} style={{ right: 8 + i * 18 }}>
          {editor.name.slice(0, 1).toUpperCase()}
        </span>
      ))}
    </div>
  );
});

function TrafficBadge({ traffic }: { traffic: NodeTraffic | undefined }) {
  const { t } = useTranslation("pro-studio");
  const { visits = 0, left = 0 } = traffic ?? {};
  return (
    <span className={classes["traffic"]} data-none={visits === 0 || undefined}>
      {t("traffic.visits", { count: visits })}
      {left > 0 && <strong>{t("traffic.left", { count: left })}</strong>}
    </span>
  );
}

function Output({ id, anchor }: { id: string; anchor: Anchor }) {
  const isRow = anchor.y !== inputY;
  return (
    <>
      {isRow && (
        <span className={classes["row"]} data-kind={anchor.kind} style={{ top: anchor.y - 12 }}>
          {anchor.label}
        </span>
      )}
      <span
        className={`${classes["output"]} nodrag nopan`}
        data-kind={anchor.kind}
        data-output={anchor.port}
        data-node={id}
        style={{ top: anchor.y - 8 }}
      />
    </>
  );
}

const severityIcons = { error: IconCircleX, warning: IconAlertTriangle, info: IconInfoCircle };

export function SeverityIcon({ severity }: { severity: "error" | "warning" | "info" }) {
  const { t } = useTranslation("pro-studio");
  const Shown = severityIcons[severity];
  return (
    <Shown
      className={classes["severity"]}
      data-severity={severity}
      size={14}
      aria-label={t(`severity.${severity}`)}
    />
  );
}

export const NoteNode = memo(function NoteNode({ data, selected }: NodeProps<CanvasNode>) {
  const { box } = data;
  return (
    <div className={classes["note"]} data-colour={box.colour} data-selected={selected || undefined}>
      {box.text || box.title}
    </div>
  );
});

export const GroupNode = memo(function GroupNode({ data, selected }: NodeProps<CanvasNode>) {
  const { box } = data;
  return (
    <div className={classes["group"]} data-colour={box.colour} data-selected={selected || undefined}>
      <span className={classes["groupTitle"]}>{box.title}</span>
    </div>
  );
});
