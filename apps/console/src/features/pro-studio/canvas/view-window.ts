// The part of the flow that has elements: what is in view and a margin around it. It moves only when the view
// leaves the margin, so that most steps of a pan change nothing but one transform.
import { useEffect, useState } from "react";
import { farZoom, viewRect } from "../scene/paint.ts";
import { contains, grown } from "../scene/scene.ts";
import type { Rect } from "../scene/scene.ts";
import type { ViewListener } from "./painter.ts";

const margin = 360;

const firstWindow = { window: { x: 0, y: 0, width: 0, height: 0 }, isFar: false };

export function useViewWindow(onViewChange: (listener: ViewListener) => () => void): {
  window: Rect;
  isFar: boolean;
} {
  const [state, setState] = useState(firstWindow);
  useEffect(
    () =>
      onViewChange((view) => {
        setState((current) => {
          const rect = viewRect(view);
          const isFar = view.zoom < farZoom;
          const needsNew = !isFar && (!contains(current.window, rect) || isMuchLarger(current.window, rect));
          if (!needsNew && isFar === current.isFar) return current;
          return { window: needsNew ? grown(rect, margin / view.zoom) : current.window, isFar };
        });
      }),
    [onViewChange],
  );
  return state;
}

function isMuchLarger(outer: Rect, inner: Rect): boolean {
  return outer.width > 5 * inner.width;
}
