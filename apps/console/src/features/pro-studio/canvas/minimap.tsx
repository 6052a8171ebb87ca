// The whole flow in a corner. The picture is drawn when the flow changes; a pan only moves the frame on it.
import { useReactFlow } from "@xyflow/react";
import { useEffect, useRef } from "react";
import type { PointerEvent, RefObject } from "react";
import { readColours } from "../scene/colours.ts";
import { viewRect } from "../scene/paint.ts";
import type { View } from "../scene/paint.ts";
import { boundsOf, grown } from "../scene/scene.ts";
import type { Rect, Scene } from "../scene/scene.ts";
import type { ViewListener } from "./painter.ts";
import classes from "./canvas.module.css";

const width = 184;
const height = 116;

interface Props {
  readonly scene: Scene;
  readonly viewRef: RefObject<View>;
  readonly onViewChange: (listener: ViewListener) => () => void;
}

export function Minimap({ scene, viewRef, onViewChange }: Props) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const frameRef = useRef<HTMLDivElement>(null);
  const flow = useReactFlow();
  const bounds = grown(boundsOf(scene.boxes) ?? { x: 0, y: 0, width: 800, height: 500 }, 80);
  const scale = Math.min(width / bounds.width, height / bounds.height);

  useEffect(() => {
    // Typing changes the scene many times a second; the small picture can wait.
    const timer = setTimeout(() => drawMap(canvasRef.current, scene, bounds, scale), 150);
    return () => clearTimeout(timer);
  });
  useEffect(
    () =>
      onViewChange((view) => {
        const frame = frameRef.current;
        if (!frame) return;
        const rect = viewRect(view);
        frame.style.transform = `translate(${(rect.x - bounds.x) * scale}px, ${(rect.y - bounds.y) * scale}px)`;
        frame.style.width = `${rect.width * scale}px`;
        frame.style.height = `${rect.height * scale}px`;
      }),
    [onViewChange, bounds.x, bounds.y, scale],
  );

  const goTo = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return;
    event.stopPropagation();
    const rect = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - rect.left) / scale + bounds.x;
    const y = (event.clientY - rect.top) / scale + bounds.y;
    void flow.setCenter(x, y, { zoom: viewRef.current.zoom });
  };
  return (
    <div className={classes["minimap"]} aria-hidden onPointerDown={goTo} onPointerMove={goTo}>
      <canvas ref={canvasRef} width={width * 2} height={height * 2} />
      <div ref={frameRef} className={classes["minimapFrame"]} />
    </div>
  );
}

function drawMap(canvas: HTMLCanvasElement | null, scene: Scene, bounds: Rect, scale: number): void {
  const context = canvas?.getContext("2d");
  if (!context) return;
  const colours = readColours();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width * 2, height * 2);
  context.setTransform(2 * scale, 0, 0, 2 * scale, -bounds.x * 2 * scale, -bounds.y * 2 * scale);
  for (const [colour, boxes] of Map.groupBy(scene.boxes, (box) => box.colour)) {
    context.fillStyle = colours.inks[colour] ?? colours.muted;
    for (const box of boxes) {
      context.globalAlpha = box.isGroup ? 0.2 : 0.75;
      context.fillRect(box.x, box.y, box.width, box.height);
    }
  }
}
