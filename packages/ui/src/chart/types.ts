export type ChartTone = "teal" | "blue" | "orange" | "violet" | "red" | "gray";

export type ChartSeries = {
  id: string;
  label: string;
  tone: ChartTone;
  /** One per point; null where there is nothing to say. */
  values: readonly (number | null)[];
};

export type ChartPoint = {
  /** Below the axis, short. */
  label: string;
  /** In the table and on hover: the whole date. */
  name: string;
  /** What is behind the point. */
  href?: string | undefined;
};

export type ChartProps = {
  /** Names the chart, also for screen readers. */
  title: string;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  format?: (value: number) => string;
  /** Head of the table's first column. */
  pointLabel: string;
  height?: number;
  /** Instead of the chart when every value is nothing. */
  empty: string;
};
