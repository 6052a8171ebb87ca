// What every chart has around its drawing: legend, what is under the pointer, and the same figures as a table.
// The drawing itself is hidden from assistive technology; the table says all of it, links included.
import { useLayoutEffect, useRef, useState } from "react";
import type { PointerEvent, ReactNode } from "react";
import { Link } from "../link.tsx";
import { useTexts } from "../texts.tsx";
import type { ChartProps } from "./types.ts";
import classes from "./chart.module.css";

export type Area = {
  width: number;
  height: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
};
type Props = ChartProps & { draw: (area: Area, hovered: number | undefined) => ReactNode };

const left = 44;
const foot = 22;

export function ChartFrame(props: Props) {
  const { title, points, series, empty, height = 180, draw } = props;
  const [ref, width] = useWidth();
  const [hovered, setHovered] = useState<number>();
  const hasValues = series.some((one) => one.values.some((value) => value !== null && value !== 0));
  const area: Area = { width, height, left, top: 8, right: width - 8, bottom: height - foot };
  const onPointerMove = (event: PointerEvent) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const share = (x - area.left) / (area.right - area.left);
    const index = Math.floor(share * points.length);
    setHovered(index >= 0 && index < points.length ? index : undefined);
  };
  return (
    <figure className={classes["chart"]} aria-label={title}>
      {series.length > 1 && <Legend series={series} />}
      {hasValues ? (
        <div className={classes["drawing"]} ref={ref}>
          <svg
            width={width}
            height={height}
            aria-hidden
            onPointerMove={onPointerMove}
            onPointerLeave={() => setHovered(undefined)}
          >
            {width > 0 && draw(area, hovered)}
          </svg>
          {hovered !== undefined && <Hovered {...props} index={hovered} area={area} />}
        </div>
      ) : (
        <p className={classes["empty"]} style={{ height }}>
          {empty}
        </p>
      )}
      <FiguresTable {...props} />
    </figure>
  );
}

function Legend({ series }: Pick<ChartProps, "series">) {
  return (
    <ul className={classes["legend"]} aria-hidden>
      {series.map((one) => (
        <li key={one.id}>
          <span className={classes["swatch"]} data-tone={one.tone} />
          {one.label}
        </li>
      ))}
    </ul>
  );
}

function Hovered({
  points,
  series,
  format = String,
  index,
  area,
}: ChartProps & { index: number; area: Area }) {
  const x = area.left + ((index + 0.5) / points.length) * (area.right - area.left);
  const isRight = x > area.width / 2;
  return (
    <div
      className={classes["hovered"]}
      style={isRight ? { right: area.width - x + 10 } : { left: x + 10 }}
      aria-hidden
    >
      <strong>{points[index]?.name}</strong>
      {series.map((one) => {
        const value = one.values[index];
        return (
          <span key={one.id} className={classes["hoveredLine"]}>
            <span className={classes["swatch"]} data-tone={one.tone} />
            {one.label}
            <b>{value === null || value === undefined ? "–" : format(value)}</b>
          </span>
        );
      })}
    </div>
  );
}

function FiguresTable({ title, points, series, format = String, pointLabel }: ChartProps) {
  const texts = useTexts();
  return (
    <details className={classes["table"]}>
      <summary>{texts.showAsTable}</summary>
      <div className={classes["scroll"]} tabIndex={0} role="region" aria-label={title}>
        <table>
          <caption className={classes["caption"]}>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{pointLabel}</th>
              {series.map((one) => (
                <th key={one.id} scope="col">
                  {one.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point, index) => (
              <tr key={point.name}>
                <th scope="row">{point.href ? <Link href={point.href}>{point.name}</Link> : point.name}</th>
                {series.map((one) => {
                  const value = one.values[index];
                  return <td key={one.id}>{value === null || value === undefined ? "–" : format(value)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}
