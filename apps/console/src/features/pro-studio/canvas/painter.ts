// Keeps the drawing in step with the flow and the view: at most one drawing per frame.
import { useStoreApi } from "@xyflow/react";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { readColours } from "../scene/colours.ts";
import { farZoom, paint } from "../scene/paint.ts";
import type { Colours, Picture, View } from "../scene/paint.ts";

export type ViewListener = (view: View) => void;

export function usePainter(picture: Picture, frameRef: RefObject<HTMLDivElement | null>) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const viewRef = useRef<View>({ x: 0, y: 0, zoom: 1, width: 0, height: 0 });
  const pictureRef = useRef(picture);
  const coloursRef = useRef<Colours | null>(null);
  const frame = useRef(0);
  const listeners = useRef(new Set<ViewListener>());
  const store = useStoreApi();

  const draw = useCallback(() => {
    frame.current = 0;
    const context = canvasRef.current?.getContext("2d");
    const view = viewRef.current;
    if (!context || view.width === 0) return;
    coloursRef.current ??= readColours();
    paint(context, pictureRef.current, view, coloursRef.current, {
      isFar: view.zoom < farZoom,
      scale: globalThis.devicePixelRatio,
    });
  }, []);
  const request = useCallback(() => {
    frame.current ||= requestAnimationFrame(draw);
  }, [draw]);

  useLayoutEffect(() => {
    pictureRef.current = picture;
    request();
  }, [picture, request]);

  useEffect(() => {
    const setView = (view: View) => {
      viewRef.current = view;
      request();
      for (const listener of listeners.current) listener(view);
    };
    const stop = store.subscribe(({ transform: [x, y, zoom] }) => {
      const view = viewRef.current;
      if (view.x !== x || view.y !== y || view.zoom !== zoom) setView({ ...view, x, y, zoom });
    });
    const resize = new ResizeObserver(([entry]) => {
      const canvas = canvasRef.current;
      if (!entry || !canvas) return;
      const { width, height } = entry.contentRect;
      canvas.width = Math.round(width * devicePixelRatio);
      canvas.height = Math.round(height * devicePixelRatio);
      setView({ ...viewRef.current, width, height });
      draw();
    });
    if (frameRef.current) resize.observe(frameRef.current);
    const scheme = new MutationObserver(() => {
      coloursRef.current = null;
      request();
    });
    scheme.observe(document.documentElement, { attributeFilter: ["data-mantine-color-scheme"] });
    return () => {
      stop();
      resize.disconnect();
      scheme.disconnect();
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    };
  }, [draw, request, store, frameRef]);

  /** Calls back now and whenever the view moves or changes its size. */
  const onViewChange = useCallback((listener: ViewListener) => {
    listeners.current.add(listener);
    if (viewRef.current.width > 0) listener(viewRef.current);
    return () => {
      listeners.current.delete(listener);
    };
  }, []);
  return { canvasRef, viewRef, onViewChange };
}
