// From afar nodes are only drawn; here they are still picked, moved and framed with the pointer.
import { useEffect, useMemo, useRef } from "react";
import type { MouseEvent, PointerEvent as ReactPointerEvent, RefObject } from "react";
import type { Moved } from "../scene/link-path.ts";
import type { View } from "../scene/paint.ts";
import { boxAt, boxesIn, withMembers } from "../scene/scene.ts";
import type { Scene } from "../scene/scene.ts";
import { useDesigner } from "../store/designer.tsx";
import { snapped } from "../store/edits.ts";
import { finishDrag } from "./drag.ts";

interface Options {
  readonly scene: Scene;
  readonly viewRef: RefObject<View>;
  readonly frameRef: RefObject<HTMLDivElement | null>;
  readonly isFar: boolean;
  readonly moved: Moved | null;
  readonly setMoved: (moved: Moved | null) => void;
}

export function useFarPointer(options: Options) {
  const { editor, ui } = useDesigner();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const handled = useRef(false);
  return useMemo(() => {
    const toFlow = (event: { clientX: number; clientY: number }) => {
      const { frameRef, viewRef } = latest.current;
      const rect = frameRef.current?.getBoundingClientRect();
      const view = viewRef.current;
      return {
        x: (event.clientX - (rect?.left ?? 0) - view.x) / view.zoom,
        y: (event.clientY - (rect?.top ?? 0) - view.y) / view.zoom,
      };
    };
    return {
      /** Whether the press that just ended was ours, and the pane's click is not to clear the selection. */
      hasHandled: () => handled.current,
      onMouseDown: (event: MouseEvent) => {
        if (handled.current) event.stopPropagation();
      },
      onPointerDown: (event: ReactPointerEvent) => {
        handled.current = false;
        const { scene, isFar, setMoved } = latest.current;
        const isOnPane =
          event.target instanceof Element && event.target.closest(".react-flow__pane") !== null;
        if (!isFar || !isOnPane || event.button !== 0) return;
        const begun = toFlow(event);
        const hit = boxAt(scene, begun.x, begun.y);
        if (!hit && !event.shiftKey) return;
        handled.current = true;
        event.stopPropagation();
        const { selection, select, toggle, isReadOnly } = editor.getState();
        const isSeveral = event.shiftKey || event.ctrlKey || event.metaKey;
        if (hit && isSeveral) toggle(hit.id);
        else if (hit && !selection.has(hit.id)) select([hit.id]);
        const ids = withMembers(scene, editor.getState().selection);
        let last: Moved | null = null;
        const onMove = (moved: PointerEvent) => {
          const at = toFlow(moved);
          if (!hit) {
            const rect = {
              x: Math.min(begun.x, at.x),
              y: Math.min(begun.y, at.y),
              width: Math.abs(at.x - begun.x),
              height: Math.abs(at.y - begun.y),
            };
            select(boxesIn(scene, rect).map((box) => box.id));
          } else if (!isReadOnly) {
            last = { ids, dx: snapped(at.x - begun.x), dy: snapped(at.y - begun.y) };
            setMoved(last);
          }
        };
        const onUp = () => {
          removeEventListener("pointermove", onMove);
          removeEventListener("pointerup", onUp);
          setMoved(null);
          if (last) finishDrag(editor, last.ids, last.dx, last.dy);
          else if (hit && ui.getState().side === null) ui.getState().set({ side: "node" });
        };
        addEventListener("pointermove", onMove);
        addEventListener("pointerup", onUp);
      },
    };
  }, [editor, ui]);
}
