// The canvas: React Flow pans, zooms and drags the few nodes around what is in view; one 2D canvas below draws
// the connections, and from afar everything.
import "@xyflow/react/dist/base.css";
import { ReactFlow, ReactFlowProvider } from "@xyflow/react";
import type { NodeChange } from "@xyflow/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { layoutOf } from "@parley/flow";
import { boxAt, sceneOf, withMembers } from "../scene/scene.ts";
import { linkAt } from "../scene/link-path.ts";
import type { Curve, Moved } from "../scene/link-path.ts";
import { grid } from "../scene/box.ts";
import type { Picture } from "../scene/paint.ts";
import { useDesigner, useEditor, useUi } from "../store/designer.tsx";
import { snapped } from "../store/edits.ts";
import { useCamera } from "./camera.ts";
import { createNodeCache } from "./canvas-nodes.ts";
import type { CanvasNode } from "./canvas-nodes.ts";
import { useConnecting } from "./connecting.ts";
import { useDecorations } from "./decorations.tsx";
import { EmptyCanvas } from "./empty-canvas.tsx";
import { finishDrag } from "./drag.ts";
import { useFarPointer } from "./far-pointer.ts";
import { Minimap } from "./minimap.tsx";
import { usePainter } from "./painter.ts";
import { GroupNode, NoteNode, StepNode } from "./step-node.tsx";
import { useViewWindow } from "./view-window.ts";
import classes from "./canvas.module.css";

const nodeTypes = { step: StepNode, note: NoteNode, group: GroupNode };
const snapGrid: [number, number] = [grid, grid];
const severalKeys = ["Meta", "Control", "Shift"];
const noEdges: [] = [];
const proOptions = { hideAttribution: true };

export function Canvas() {
  return (
    <ReactFlowProvider>
      <CanvasInside />
    </ReactFlowProvider>
  );
}

function CanvasInside() {
  const { t } = useTranslation("pro-studio");
  const { editor, ui, camera } = useDesigner();
  const own = useEditor((state) => state.flow);
  const foreign = useUi((state) => state.foreign);
  const flow = foreign ?? own;
  const selection = useEditor((state) => state.selection);
  const selectedLink = useEditor((state) => state.selectedLink);
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const { lit, marks } = useDecorations();
  const ghosts = useUi((state) => state.ghosts);
  const shown = useMemo(
    () => (ghosts.length === 0 ? flow : { nodes: [...flow.nodes, ...ghosts] }),
    [flow, ghosts],
  );
  const scene = sceneOf(shown);
  const [moved, setMoved] = useState<Moved | null>(null);
  const [pending, setPending] = useState<Curve | null>(null);
  const frameRef = useRef<HTMLDivElement>(null);

  const picture: Picture = useMemo(
    () => ({
      scene,
      selection,
      selectedLink,
      litLinks: lit.links,
      litNodes: lit.nodes,
      activeNode: lit.active,
      marks,
      moved,
      pending,
    }),
    [scene, selection, selectedLink, lit, marks, moved, pending],
  );
  const { canvasRef, viewRef, onViewChange } = usePainter(picture, frameRef);
  const { window, isFar } = useViewWindow(onViewChange);
  useCamera(scene, frameRef, viewRef);
  useSelectedInView();
  const startConnecting = useConnecting({ scene, viewRef, frameRef, setPending });
  const farPointer = useFarPointer({ scene, viewRef, frameRef, isFar, moved, setMoved });

  const [firstView] = useState(() => camera.leftAt);
  const [nodesIn] = useState(createNodeCache);
  const nodes = useMemo(
    () => (isFar ? [] : nodesIn(scene, window, selection, moved)),
    [isFar, nodesIn, scene, window, selection, moved],
  );

  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
      const next = new Set(editor.getState().selection);
      let isChanged = false;
      for (const change of changes) {
        if (change.type !== "select") continue;
        isChanged = true;
        if (change.selected) next.add(change.id);
        else next.delete(change.id);
      }
      if (isChanged) editor.getState().select(next);
    },
    [editor],
  );

  const sceneRef = useRef(scene);
  useEffect(() => {
    sceneRef.current = scene;
  }, [scene]);
  const drag = useRef<{ ids: Set<string>; x: number; y: number } | null>(null);
  const onNodeDragStart = useCallback(
    (_event: unknown, node: CanvasNode) => {
      const chosen = editor.getState().selection;
      const ids = withMembers(sceneRef.current, chosen.has(node.id) ? chosen : new Set([node.id]));
      const { x, y } = layoutOf(node.data.box.node);
      drag.current = { ids, x, y };
    },
    [editor],
  );
  const onNodeDrag = useCallback((_event: unknown, node: CanvasNode) => {
    const begun = drag.current;
    if (begun) setMoved({ ids: begun.ids, dx: node.position.x - begun.x, dy: node.position.y - begun.y });
  }, []);
  const onNodeDragStop = useCallback(
    (_event: unknown, node: CanvasNode) => {
      const begun = drag.current;
      drag.current = null;
      setMoved(null);
      if (!begun) return;
      finishDrag(editor, begun.ids, snapped(node.position.x) - begun.x, snapped(node.position.y) - begun.y);
    },
    [editor],
  );

  const onPaneClick = useCallback(
    (event: MouseEvent) => {
      if (farPointer.hasHandled()) return;
      const { x, y } = toFlow(event, frameRef.current, viewRef.current);
      const link = linkAt(sceneRef.current.links, x, y, 8 / viewRef.current.zoom);
      if (link) editor.getState().selectLink({ from: link.from.id, port: link.port });
      else editor.getState().select([]);
    },
    [editor, farPointer, viewRef],
  );
  const onDoubleClick = useCallback(
    (event: MouseEvent) => {
      const at = toFlow(event, frameRef.current, viewRef.current);
      const hit = boxAt(sceneRef.current, at.x, at.y);
      if (hit && !hit.isGroup) ui.getState().set({ side: "node" });
      else if (!editor.getState().isReadOnly) ui.getState().set({ quickAdd: { at, from: null } });
    },
    [editor, ui, viewRef],
  );
  const onNodeClick = useCallback(
    (event: MouseEvent, node: CanvasNode) => {
      const isSeveral = event.shiftKey || event.ctrlKey || event.metaKey;
      // A plain press on one of many means that one.
      if (!isSeveral && editor.getState().selection.size > 1) editor.getState().select([node.id]);
      if (ui.getState().side !== null) return;
      ui.getState().set({ side: "node" });
    },
    [editor, ui],
  );

  return (
    <div
      ref={frameRef}
      className={classes["frame"]}
      data-far={isFar || undefined}
      onPointerDownCapture={(event) => {
        farPointer.onPointerDown(event);
        startConnecting(event);
      }}
      onMouseDownCapture={farPointer.onMouseDown}
      onDoubleClick={onDoubleClick}
    >
      <canvas ref={canvasRef} className={classes["paint"]} aria-hidden />
      <ReactFlow<CanvasNode>
        nodes={nodes}
        edges={noEdges}
        nodeTypes={nodeTypes}
        onNodesChange={onNodesChange}
        onNodeDragStart={onNodeDragStart}
        onNodeDrag={onNodeDrag}
        onNodeDragStop={onNodeDragStop}
        onNodeClick={onNodeClick}
        onPaneClick={onPaneClick}
        nodesDraggable={!isReadOnly}
        nodesConnectable={false}
        elevateNodesOnSelect={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode="Shift"
        multiSelectionKeyCode={severalKeys}
        zoomOnDoubleClick={false}
        onlyRenderVisibleElements
        snapToGrid
        snapGrid={snapGrid}
        minZoom={0.02}
        maxZoom={2}
        {...(firstView && { defaultViewport: firstView })}
        proOptions={proOptions}
        aria-label={t("canvas.label")}
      />
      {shown.nodes.length === 0 && <EmptyCanvas isReadOnly={isReadOnly} />}
      <Minimap scene={scene} viewRef={viewRef} onViewChange={onViewChange} />
    </div>
  );
}

/** A panel that was just opened must not cover the node it is about. */
function useSelectedInView(): void {
  const { editor, camera } = useDesigner();
  const isPanelOpen = useUi((state) => state.side !== null);
  useEffect(() => {
    const [id, ...others] = editor.getState().selection;
    if (isPanelOpen && id !== undefined && others.length === 0) camera.current?.reveal(id);
  }, [isPanelOpen, editor, camera]);
}

function toFlow(
  event: { clientX: number; clientY: number },
  frame: HTMLElement | null,
  view: { x: number; y: number; zoom: number },
): { x: number; y: number } {
  const rect = frame?.getBoundingClientRect();
  return {
    x: (event.clientX - (rect?.left ?? 0) - view.x) / view.zoom,
    y: (event.clientY - (rect?.top ?? 0) - view.y) / view.zoom,
  };
}
