// Bars over time, stacked when there are several series. Each bar leads to what is behind it.
import { Axes } from "./chart/axes.tsx";
import { ChartFrame } from "./chart/frame.tsx";
import type { Area } from "./chart/frame.tsx";
import { niceTicks } from "./chart/scale.ts";
import type { ChartProps } from "./chart/types.ts";
import { Link } from "./link.tsx";
import classes from "./chart/chart.module.css";

export type { ChartPoint, ChartProps, ChartSeries, ChartTone } from "./chart/types.ts";

export function BarChart(props: ChartProps) {
  const { points, series, format = String } = props;
  const totals = points.map((_, index) => series.reduce((sum, one) => sum + (one.values[index] ?? 0), 0));
  const ticks = niceTicks(Math.max(...totals, 0), totals.every(Number.isInteger));
  return (
    <ChartFrame
      {...props}
      draw={(area, hovered) => (
        <>
          <Axes area={area} ticks={ticks} points={points} format={format} />
          {points.map((point, index) => (
            <Bar
              key={point.name}
              {...props}
              area={area}
              index={index}
              most={ticks.at(-1) ?? 1}
              isHovered={hovered === index}
            />
          ))}
        </>
      )}
    />
  );
}

type BarProps = ChartProps & { area: Area; index: number; most: number; isHovered: boolean };

function Bar({ points, series, area, index, most, isHovered }: BarProps) {
  const band = (area.right - area.left) / points.length;
  const width = Math.max(1, Math.min(28, band * 0.7));
  const x = area.left + (index + 0.5) * band - width / 2;
  const scale = (area.bottom - area.top) / most;
  const heights = series.map((one) => (one.values[index] ?? 0) * scale);
  const parts = series.map((one, at) => {
    const height = heights[at] ?? 0;
    const bottom = area.bottom - heights.slice(0, at + 1).reduce((sum, part) => sum + part, 0);
    return (
      <rect
        key={one.id}
        className={classes["bar"]}
        data-tone={one.tone}
        x={x}
        y={bottom}
        width={width}
        height={height}
      />
    );
  });
  const href = points[index]?.href;
  const whole = (
    <>
      <rect
        className={classes["band"]}
        data-hovered={isHovered || undefined}
        x={area.left + index * band}
        y={area.top}
        width={band}
        height={area.bottom - area.top}
      />
      {parts}
    </>
  );
  // The table below is the way in for the keyboard.
  return href ? (
    <Link href={href} tabIndex={-1}>
      {whole}
    </Link>
  ) : (
    <g>{whole}</g>
  );
}
