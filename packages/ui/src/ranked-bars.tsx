// The most frequent first: name, a bar as long as its share of the largest, and the figure.
import { Link } from "./link.tsx";
import classes from "./ranked-bars.module.css";

export type RankedBar = { id: string; label: string; value: number; href?: string | undefined };

type Props = {
  title: string;
  bars: readonly RankedBar[];
  format?: (value: number) => string;
  empty: string;
};

export function RankedBars({ title, bars, format = (value) => value.toLocaleString(), empty }: Props) {
  const most = Math.max(...bars.map((bar) => bar.value), 1);
  if (bars.length === 0) return <p className={classes["empty"]}>{empty}</p>;
  return (
    <ol className={classes["list"]} aria-label={title}>
      {bars.map((bar) => (
        <li key={bar.id} className={classes["row"]}>
          <span className={classes["fill"]} style={{ width: `${(bar.value / most) * 100}%` }} aria-hidden />
          <span className={classes["label"]}>
            {bar.href ? <Link href={bar.href}>{bar.label}</Link> : bar.label}
          </span>
          <span className={classes["value"]}>{format(bar.value)}</span>
        </li>
      ))}
    </ol>
  );
}
