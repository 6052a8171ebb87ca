import type { GraphRow } from "./version-graph.ts";
import classes from "./versions.module.css";

const gap = 16;
const middle = 22;
const x = (lane: number) => 14 + lane * gap;

export const lanesWidth = (lanes: number) => x(lanes - 1) + 10;

/** The lines of the graph beside one row. It is drawn once more in words: "based on version 2". */
export function VersionLanes({ row, lanes }: { row: GraphRow; lanes: number }) {
  return (
    <svg className={classes["lanes"]} width={lanesWidth(lanes)} height="100%" aria-hidden>
      {row.passing.map((lane) => (
        <line key={lane} x1={x(lane)} y1="0" x2={x(lane)} y2="100%" />
      ))}
      {row.arriving.map((lane) => (
        <line key={lane} x1={x(lane)} y1="0" x2={x(row.lane)} y2={middle} />
      ))}
      {row.goesOn && <line x1={x(row.lane)} y1={middle} x2={x(row.lane)} y2="100%" />}
      <circle cx={x(row.lane)} cy={middle} r="5" />
    </svg>
  );
}
