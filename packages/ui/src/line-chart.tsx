// Lines over time. Where a value is missing the line is, too.
import { Axes } from "./chart/axes.tsx";
import { ChartFrame } from "./chart/frame.tsx";
import type { Area } from "./chart/frame.tsx";
import { niceTicks } from "./chart/scale.ts";
import type { ChartProps, ChartSeries } from "./chart/types.ts";
import { Link } from "./link.tsx";
import classes from "./chart/chart.module.css";

/** `most`: where the axis ends when it has a natural end, such as 1 for shares. */
export function LineChart(props: ChartProps & { most?: number }) {
  const { points, series, format = String, most: end } = props;
  const values = series.flatMap((one) => one.values.map((value) => value ?? 0));
  const ticks =
    end === undefined ? niceTicks(Math.max(...values, 0), values.every(Number.isInteger)) : niceTicks(end);
  return (
    <ChartFrame
      {...props}
      draw={(area, hovered) => (
        <>
          <Axes area={area} ticks={ticks} points={points} format={format} />
          {points.map((point, index) => (
            <Band
              key={point.name}
              area={area}
              count={points.length}
              index={index}
              href={point.href}
              isHovered={hovered === index}
            />
          ))}
          {series.map((one, order) => (
            <Line
              key={one.id}
              series={one}
              order={order}
              area={area}
              most={ticks.at(-1) ?? 1}
              hovered={hovered}
            />
          ))}
        </>
      )}
    />
  );
}

type BandProps = { area: Area; count: number; index: number; href: string | undefined; isHovered: boolean };

function Band({ area, count, index, href, isHovered }: BandProps) {
  const width = (area.right - area.left) / count;
  const band = (
    <rect
      className={classes["band"]}
      data-hovered={isHovered || undefined}
      x={area.left + index * width}
      y={area.top}
      width={width}
      height={area.bottom - area.top}
    />
  );
  return href ? (
    <Link href={href} tabIndex={-1}>
      {band}
    </Link>
  ) : (
    band
  );
}

// Lines differ in their dashes, too: colour alone would leave some readers out.
const dashes = ["", "6 4", "2 3", "10 3 2 3"];

type LineProps = {
  series: ChartSeries;
  order: number;
  area: Area;
  most: number;
  hovered: number | undefined;
};

function Line({ series, order, area, most, hovered }: LineProps) {
  const count = series.values.length;
  const place = (index: number, value: number) => ({
    x: area.left + ((index + 0.5) / count) * (area.right - area.left),
    y: area.bottom - (value / most) * (area.bottom - area.top),
  });
  let path = "";
  let isDown = false;
  for (const [index, value] of series.values.entries()) {
    if (value === null) {
      isDown = false;
      continue;
    }
    const { x, y } = place(index, value);
    path += `${isDown ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    isDown = true;
  }
  const dots = series.values.flatMap((value, index) => {
    const isAlone =
      (series.values[index - 1] ?? null) === null && (series.values[index + 1] ?? null) === null;
    return value !== null && (isAlone || index === hovered) ? [{ index, ...place(index, value) }] : [];
  });
  return (
    <g className={classes["lines"]} data-tone={series.tone}>
      <path d={path} strokeDasharray={dashes[order % dashes.length]} />
      {dots.map(({ index, x, y }) => (
        <circle key={index} cx={x} cy={y} r={3.5} />
      ))}
    </g>
  );
}
