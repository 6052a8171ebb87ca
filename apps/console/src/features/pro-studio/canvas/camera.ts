// Fit, zoom and "show this node", for shortcuts, links and the other panels.
import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import { useReducedMotion } from "@mantine/hooks";
import { farZoom, viewRect } from "../scene/paint.ts";
import type { View } from "../scene/paint.ts";
import { boundsOf, grown, intersects } from "../scene/scene.ts";
import type { Rect, Scene } from "../scene/scene.ts";
import { useDesigner } from "../store/designer.tsx";
import type { Camera } from "../store/designer.tsx";
import { freeWidth } from "./free-width.ts";

export function useCamera(
  scene: Scene,
  frameRef: RefObject<HTMLDivElement | null>,
  viewRef: RefObject<View>,
): void {
  const { camera } = useDesigner();
  const flow = useReactFlow();
  const store = useStoreApi();
  const isCalm = useReducedMotion();
  const sceneRef = useRef(scene);
  const pointerRef = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    sceneRef.current = scene;
  }, [scene]);

  useEffect(() => {
    const frame = frameRef.current;
    const duration = isCalm ? 0 : 120;
    const latestView = () => viewRef.current;
    // Behind a panel that has the window to itself, all of the canvas is there once it is closed.
    const freeView = () => ({ ...latestView(), width: freeWidth() || latestView().width });
    // What was asked for last wins.
    let requests = 0;
    const toFlow = (x: number, y: number) => {
      const view = latestView();
      return { x: (x - view.x) / view.zoom, y: (y - view.y) / view.zoom };
    };
    const onMove = (event: PointerEvent) => {
      const rect = frame?.getBoundingClientRect();
      pointerRef.current = rect ? { x: event.clientX - rect.left, y: event.clientY - rect.top } : null;
    };
    const onLeave = () => {
      pointerRef.current = null;
    };
    frame?.addEventListener("pointermove", onMove);
    frame?.addEventListener("pointerleave", onLeave);
    // Asked for before React Flow is ready, it is done as soon as it is.
    const whenReady = (move: () => void) => {
      if (store.getState().panZoom && viewRef.current.width > 0) move();
      else if (frame?.isConnected) requestAnimationFrame(() => whenReady(move));
    };
    const afterLayout = (move: () => void) =>
      requestAnimationFrame(() => requestAnimationFrame(() => whenReady(move)));
    const moves: Pick<Camera, "fit" | "open" | "show"> = {
      fit() {
        const bounds = boundsOf(sceneRef.current.boxes);
        if (bounds) void flow.fitBounds(grown(bounds, 40), { duration, padding: 0.04 });
      },
      open() {
        const { boxes } = sceneRef.current;
        const bounds = boundsOf(boxes);
        const { width, height } = viewRef.current;
        if (!bounds) return;
        const zoom = Math.min(width / (bounds.width + 160), height / (bounds.height + 160), 1);
        if (zoom >= farZoom) void flow.fitBounds(grown(bounds, 80));
        else {
          const start = boxes.find((box) => box.node.nodeType === "start") ?? boxes[0];
          if (start)
            void flow.setViewport({ x: 80 - start.x * 0.8, y: height / 3 - start.y * 0.8, zoom: 0.8 });
        }
      },
      show(id) {
        const box = sceneRef.current.byId.get(id);
        if (!box) return;
        requests += 1;
        const view = freeView();
        const zoom = Math.max(view.zoom, 0.7);
        const x = view.width / 2 - (box.x + box.width / 2) * zoom;
        const y = view.height / 2 - (box.y + box.height / 2) * zoom;
        void flow.setViewport({ x, y, zoom }, { duration });
      },
    };
    camera.set({
      fit: () => whenReady(moves.fit),
      open: () => whenReady(moves.open),
      show: (id) => whenReady(() => moves.show(id)),
      reveal(id) {
        requests += 1;
        const request = requests;
        // A panel that the same press opened has taken its room two frames later.
        afterLayout(() => {
          const box = sceneRef.current.byId.get(id);
          if (!box || request !== requests) return;
          if (intersects(viewRect(freeView()), box))
            void flow.setViewport(nudged(freeView(), box), { duration });
          else moves.show(id);
        });
      },
      zoomBy(factor) {
        void flow.zoomTo(viewRef.current.zoom * factor);
      },
      pointer() {
        const { width, height } = viewRef.current;
        const at = pointerRef.current ?? { x: width / 2 - 120, y: height / 2 - 40 };
        return toFlow(at.x, at.y);
      },
      at(clientX, clientY) {
        const rect = frame?.getBoundingClientRect();
        return toFlow(clientX - (rect?.left ?? 0), clientY - (rect?.top ?? 0));
      },
    });
    return () => {
      frame?.removeEventListener("pointermove", onMove);
      frame?.removeEventListener("pointerleave", onLeave);
      camera.leave(latestView());
    };
  }, [camera, flow, frameRef, isCalm, store, viewRef]);
}

const edge = 24;

/** Moved no further than it takes to have all of the box in view; its upper left corner where it is too large. */
function nudged({ x, y, zoom, width, height }: View, box: Rect): { x: number; y: number; zoom: number } {
  const shift = (from: number, to: number, room: number) =>
    from < edge ? edge - from : Math.min(0, Math.max(room - edge - to, edge - from));
  const left = box.x * zoom + x;
  const top = box.y * zoom + y;
  return {
    x: x + shift(left, left + box.width * zoom, width),
    y: y + shift(top, top + box.height * zoom, height),
    zoom,
  };
}
