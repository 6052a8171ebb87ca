import type { Area } from "./frame.tsx";
import { labelStep } from "./scale.ts";
import type { ChartPoint } from "./types.ts";
import classes from "./chart.module.css";

type Props = {
  area: Area;
  ticks: readonly number[];
  points: readonly ChartPoint[];
  format: (value: number) => string;
};

export function Axes({ area, ticks, points, format }: Props) {
  const most = ticks.at(-1) ?? 1;
  const every = labelStep(points.length, area.right - area.left);
  const band = (area.right - area.left) / points.length;
  return (
    <>
      {ticks.map((tick) => {
        const y = area.bottom - (tick / most) * (area.bottom - area.top);
        return (
          <g key={tick}>
            <line className={classes["line"]} x1={area.left} x2={area.right} y1={y} y2={y} />
            <text className={classes["tick"]} x={area.left - 6} y={y + 4} textAnchor="end">
              {format(tick)}
            </text>
          </g>
        );
      })}
      {points.map((point, index) =>
        index % every === 0 ? (
          <text
            key={point.name}
            className={classes["tick"]}
            x={area.left + (index + 0.5) * band}
            y={area.bottom + 15}
            textAnchor="middle"
          >
            {point.label}
          </text>
        ) : null,
      )}
    </>
  );
}
