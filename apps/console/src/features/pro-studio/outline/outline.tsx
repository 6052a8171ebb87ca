// The same flow as a tree: everything the canvas can do, with keys and in words.
import { Button } from "@mantine/core";
import { nodeTypeOf } from "@parley/flow";
import { useEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useDecorations } from "../canvas/decorations.tsx";
import { NodeIcon } from "../canvas/node-icons.tsx";
import { SeverityIcon } from "../canvas/step-node.tsx";
import { useDesigner, useEditor } from "../store/designer.tsx";
import { freePort, removeSelected, reorder } from "../store/edits.ts";
import { outlineRows } from "./rows.ts";
import type { OutlineRow } from "./rows.ts";
import classes from "./outline.module.css";

const rowHeight = 32;
const spare = 12;

export function Outline() {
  const { t } = useTranslation("pro-studio");
  const { editor, ui, openNode } = useDesigner();
  const flow = useEditor((state) => state.flow);
  const selection = useEditor((state) => state.selection);
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const rows = useMemo(() => outlineRows(flow), [flow]);
  const scrollRef = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ top: 0, height: 800 });
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [isFocused, setIsFocused] = useState(false);
  const selectedId = [...selection][0];
  const active = activeRow(rows, activeKey, selectedId);
  const activeRowData = rows[active];

  useEffect(() => {
    const element = scrollRef.current;
    if (!element) return;
    const look = () => setRange({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  useEffect(() => {
    const element = scrollRef.current;
    if (!element) return;
    const top = active * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + rowHeight - element.clientHeight;
    }
    if (isFocused) element.querySelector<HTMLElement>("[tabindex='0'][role='treeitem']")?.focus();
  }, [active, isFocused, range.top]);

  const goTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (!row) return;
    setActiveKey(row.key);
    editor.getState().select([row.node.id]);
  };
  const connectFrom = (row: OutlineRow) => {
    const port = freePort(row.node) ?? row.node.nextNodes[0]?.port;
    if (port === undefined) editor.getState().announce(t("outline.noOutput"));
    else ui.getState().set({ connecting: { from: row.node.id, port } });
  };
  const addAfter = (row: OutlineRow | undefined) => {
    const port = row && freePort(row.node);
    ui.getState().set({
      quickAdd: { at: null, from: row && port !== undefined ? { from: row.node.id, port } : null },
    });
  };
  const move = (row: OutlineRow, step: -1 | 1) => {
    const others = rows.filter((other) => other.level === row.level && !other.isReference);
    const neighbour = others[others.indexOf(row) + step];
    if (neighbour) reorder(editor, row.node.id, neighbour.node.id);
  };
  const parentOf = (index: number) => {
    const level = rows[index]?.level ?? 1;
    for (let i = index - 1; i >= 0; i--) if ((rows[i]?.level ?? 1) < level) return i;
    return index;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = activeRowData;
    const isPlain = !event.ctrlKey && !event.metaKey;
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => (event.altKey && row ? move(row, 1) : goTo(active + 1)),
      ArrowUp: () => (event.altKey && row ? move(row, -1) : goTo(active - 1)),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      ArrowLeft: () => goTo(parentOf(active)),
      ArrowRight: () => goTo(active + 1),
      Enter: () => row && openNode(row.node.id),
      Delete: () => row && !isReadOnly && remove(row),
      c: () => row && !isReadOnly && connectFrom(row),
      n: () => !isReadOnly && addAfter(row),
    };
    const step = steps[event.key];
    if (!step || !isPlain) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };
  const remove = (row: OutlineRow) => {
    const next = rows[active + 1] ?? rows[active - 1];
    // A row that only refers to a node stands for the connection: that is what is removed.
    if (row.isReference && row.by)
      editor.getState().apply({ type: "disconnect", from: row.by.from, port: row.by.port });
    else {
      editor.getState().select([row.node.id]);
      removeSelected(editor);
    }
    if (next) setActiveKey(next.key);
  };

  const first = Math.max(0, Math.floor(range.top / rowHeight) - spare);
  const last = Math.min(rows.length, Math.ceil((range.top + range.height) / rowHeight) + spare);
  return (
    <div className={classes["outline"]}>
      <div className={classes["tools"]} role="toolbar" aria-label={t("outline.tools")}>
        {!isReadOnly && (
          <>
            <Button size="compact-sm" variant="default" onClick={() => addAfter(activeRowData)}>
              {t("outline.add")}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={!activeRowData}
              onClick={() => activeRowData && connectFrom(activeRowData)}
            >
              {t("outline.connect")}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={!activeRowData}
              onClick={() => activeRowData && remove(activeRowData)}
            >
              {t("outline.delete")}
            </Button>
          </>
        )}
        <span className={classes["hint"]}>{t("outline.keys")}</span>
      </div>
      {rows.length === 0 && <p className={classes["empty"]}>{t("outline.empty")}</p>}
      <div
        ref={scrollRef}
        className={classes["scroll"]}
        role="tree"
        aria-label={t("outline.label")}
        onKeyDown={onKeyDown}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
      >
        <div style={{ height: rows.length * rowHeight }} role="presentation">
          {rows.slice(first, last).map((row, i) => (
            <Row
              key={row.key}
              row={row}
              top={(first + i) * rowHeight}
              isActive={first + i === active}
              isSelected={selection.has(row.node.id)}
              onPick={() => goTo(first + i)}
              onOpen={() => openNode(row.node.id)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The focused row; after an edit took it away, the row of the selected node. */
function activeRow(rows: readonly OutlineRow[], key: string | null, selectedId: string | undefined): number {
  const byKey = rows.findIndex((row) => row.key === key);
  if (byKey >= 0 && (selectedId === undefined || rows[byKey]?.node.id === selectedId)) return byKey;
  const bySelection = rows.findIndex((row) => row.node.id === selectedId && !row.isReference);
  return Math.max(bySelection, byKey, 0);
}

interface RowProps {
  readonly row: OutlineRow;
  readonly top: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly onPick: () => void;
  readonly onOpen: () => void;
}

function Row({ row, top, isActive, isSelected, onPick, onOpen }: RowProps) {
  const { t } = useTranslation("pro-studio");
  const { worst, lit, marks } = useDecorations();
  const { node, by, level, isReference } = row;
  const severity = worst.get(node.id);
  const type = nodeTypeOf(node).title;
  const number = `#${node.nodeNumber}`;
  const title = node.nodeName || type;
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      className={classes["row"]}
      data-selected={isSelected || undefined}
      data-lit={lit.active === node.id || undefined}
      data-mark={marks.get(node.id)}
      style={{ top, paddingLeft: 12 + (level - 1) * 20 }}
      onClick={onPick}
      onDoubleClick={onOpen}
    >
      {by && <span className={classes["port"]}>{by.label} →</span>}
      <NodeIcon type={node.nodeType} />
      <span className={classes["name"]}>{title}</span>
      <span className={classes["type"]}>
        {isReference && t("outline.reference", { number: node.nodeNumber })}
        {!isReference && (title === type ? number : `${type} ${number}`)}
      </span>
      {severity && !isReference && <SeverityIcon severity={severity} />}
      {!isReference && <span className={classes["text"]}>{node.message}</span>}
    </div>
  );
}
