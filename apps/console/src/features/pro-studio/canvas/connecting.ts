// Dragging from an output: onto a node connects, into the open asks what to add there.
import { useCallback } from "react";
import type { PointerEvent as ReactPointerEvent, RefObject } from "react";
import { curve } from "../scene/link-path.ts";
import type { Curve } from "../scene/link-path.ts";
import type { View } from "../scene/paint.ts";
import { boxAt } from "../scene/scene.ts";
import type { Scene } from "../scene/scene.ts";
import { useDesigner } from "../store/designer.tsx";
import { connect } from "../store/edits.ts";

interface Options {
  readonly scene: Scene;
  readonly viewRef: RefObject<View>;
  readonly frameRef: RefObject<HTMLDivElement | null>;
  readonly setPending: (pending: Curve | null) => void;
}

export function useConnecting({ scene, viewRef, frameRef, setPending }: Options) {
  const { editor, ui } = useDesigner();
  return useCallback(
    (event: ReactPointerEvent) => {
      const output = event.target instanceof Element ? event.target.closest("[data-output]") : null;
      const nodeId = output?.getAttribute("data-node") ?? "";
      const port = output?.getAttribute("data-output") ?? "";
      const box = scene.byId.get(nodeId);
      const anchor = box?.anchors.find((candidate) => candidate.port === port);
      if (!output || !box || !anchor || event.button !== 0 || editor.getState().isReadOnly) return;
      event.preventDefault();
      event.stopPropagation();
      const rect = frameRef.current?.getBoundingClientRect();
      const toFlow = (moved: PointerEvent) => {
        const view = viewRef.current;
        return {
          x: (moved.clientX - (rect?.left ?? 0) - view.x) / view.zoom,
          y: (moved.clientY - (rect?.top ?? 0) - view.y) / view.zoom,
        };
      };
      const end = () => {
        setPending(null);
        removeEventListener("pointermove", onMove);
        removeEventListener("pointerup", onUp);
        removeEventListener("keydown", onKey, true);
      };
      const onMove = (moved: PointerEvent) => {
        const { x, y } = toFlow(moved);
        setPending(curve(box.x + box.width, box.y + anchor.y, x, y));
      };
      const onUp = (moved: PointerEvent) => {
        end();
        const at = toFlow(moved);
        const target = boxAt(scene, at.x, at.y);
        const from = { from: nodeId, port };
        if (target && !target.isGroup && !target.isNote) {
          if (target.id !== nodeId || Math.abs(at.x - box.x - box.width) > 24)
            connect(editor, from, target.id);
        } else if (Math.hypot(at.x - box.x - box.width, at.y - box.y - anchor.y) > 16) {
          ui.getState().set({ quickAdd: { at, from } });
        }
      };
      const onKey = (pressed: KeyboardEvent) => {
        if (pressed.key === "Escape") end();
      };
      addEventListener("pointermove", onMove);
      addEventListener("pointerup", onUp);
      addEventListener("keydown", onKey, true);
    },
    [editor, frameRef, scene, setPending, ui, viewRef],
  );
}
