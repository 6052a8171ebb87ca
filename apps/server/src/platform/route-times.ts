// How long answers took, by method, route and status. Every call is counted, and the library's own histogram checks and
// hashes the labels and looks its buckets up by their names each time; here they are places in a list, and named when
// somebody asks.
import type { Histogram, Registry } from "prom-client";

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface RouteTime {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

interface Series {
  readonly method: string;
  readonly status: number;
  /** For each bound those up to it and above the one before; those above all of them are last. */
  readonly counts: number[];
  sum: number;
}

export interface RouteTimes {
  observe(time: RouteTime): void;
}

export function measureRouteTimes(registry: Registry, name: string, help: string): RouteTimes {
  const routes = new Map<string, Series[]>();
  const seriesFor = ({ method, route, status }: RouteTime): Series => {
    const known = routes.get(route);
    const found = known?.find((one) => one.status === status && one.method === method);
    if (found) return found;
    const made = { method, status, counts: Array.from(bounds, () => 0).concat(0), sum: 0 };
    if (known) known.push(made);
    else routes.set(route, [made]);
    return made;
  };
  const metric = {
    name,
    get: () =>
      Promise.resolve({
        name,
        help,
        type: "histogram",
        aggregator: "sum",
        values: [...routes].flatMap(([route, all]) => all.flatMap((one) => valuesOf(name, route, one))),
      }),
    reset: () => routes.clear(),
  };
  // Whatever has a name and can be asked will do.
  registry.registerMetric(metric as unknown as Histogram);
  return {
    observe(time) {
      const series = seriesFor(time);
      const seconds = time.ms / 1_000;
      let place = 0;
      while (place < bounds.length && seconds > (bounds[place] ?? 0)) place += 1;
      series.counts[place] = (series.counts[place] ?? 0) + 1;
      series.sum += seconds;
    },
  };
}

function valuesOf(name: string, route: string, { method, status, counts, sum }: Series) {
  const labels = { method, route, status };
  let count = 0;
  const buckets = counts.map((own, place) => {
    count += own;
    return {
      metricName: `${name}_bucket`,
      labels: { le: bounds[place] ?? "+Inf", ...labels },
      value: count,
    };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
