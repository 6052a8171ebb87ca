// Everything at once on one machine: people who read and change things in the console, subscriptions, visitors who
// chat, trainings; then the same with one organisation that sends ten times its share. LOAD_SECONDS=600 for a long run.
import { setTimeout as sleep } from "node:timers/promises";
import { type LoadBed, withLoadBed } from "./load/bed.ts";
import { type Kind, kinds, run, type Sample } from "./load/drive.ts";
import { type Bench, percentile, type Row } from "./measure.ts";

const seconds = Number(process.env["LOAD_SECONDS"] ?? 20);
const rounds = 5;
const most = { readP99: 100, loopDelay: 100, rise: 0.2, growthPerMinute: 0.02 };

export const bench: Bench = {
  name: "load",
  goal: "no error, reads p99 ≤ 100 ms, event loop p99 ≤ 100 ms, memory flat, a flood raises the others' p99 by ≤ 20 %",
  run: () =>
    withLoadBed(async (bed) => {
      // Compilers and caches warm up.
      await run(bed, { seconds: 4 });
      const memory: number[] = [];
      const delays: number[] = [];
      const watching = watch(bed, memory, delays);
      const calm = await run(bed, { seconds });
      watching.stop();
      await sleep(500);
      // Interleaved: the machine is the same for both.
      const quiet: Sample[] = [];
      const flooded: Sample[] = [];
      for (let round = 0; round < rounds; round += 1) {
        quiet.push(...(await run(bed, { seconds: seconds / rounds })));
        flooded.push(...(await run(bed, { seconds: seconds / rounds, floodPerSecond: bed.share * 10 })));
      }
      const rise = p99(flooded, "read") / p99(quiet, "read") - 1;
      const errors = calm.filter((sample) => !sample.isOk).length;
      const delay = percentile(delays, 0.99);
      const growth = growthPerMinute(memory);
      const table: Row[] = kinds.map((kind) => rowOf(calm, kind));
      table.push({ kind: "reads beside a flood", ...figures(flooded, "read") });
      return {
        table,
        figure:
          `${errors} errors, reads p99 ${p99(calm, "read").toFixed(0)} ms, event loop p99 ${delay.toFixed(0)} ms, ` +
          `memory ${(growth * 100).toFixed(1)} % a minute, a flood raises p99 by ${(rise * 100).toFixed(0)} %`,
        passed:
          errors === 0 &&
          p99(calm, "read") <= most.readP99 &&
          delay <= most.loopDelay &&
          growth <= most.growthPerMinute &&
          rise <= most.rise,
      };
    }),
};

function rowOf(samples: readonly Sample[], kind: Kind): Row {
  return { kind, ...figures(samples, kind) };
}

function figures(samples: readonly Sample[], kind: Kind): Row {
  const own = samples.filter((sample) => sample.kind === kind);
  const times = own.map((sample) => sample.ms);
  return {
    count: own.length,
    "per s": (own.length / seconds).toFixed(1),
    errors: own.filter((sample) => !sample.isOk).length,
    "p50 ms": times.length === 0 ? "" : percentile(times, 0.5).toFixed(1),
    "p99 ms": times.length === 0 ? "" : percentile(times, 0.99).toFixed(1),
  };
}

function p99(samples: readonly Sample[], kind: Kind): number {
  return percentile(
    samples.filter((sample) => sample.kind === kind).map((sample) => sample.ms),
    0.99,
  );
}

/** Resident memory and the delay of the server's event loop, once a second. */
function watch(bed: LoadBed, memory: number[], delays: number[]): { stop(): void } {
  const timer = setInterval(() => {
    void bed.metrics().then((values) => {
      memory.push(values.get("parley_process_resident_memory_bytes") ?? 0);
      delays.push((values.get("parley_nodejs_eventloop_lag_p99_seconds") ?? 0) * 1_000);
    });
  }, 1_000);
  return {
    stop() {
      clearInterval(timer);
    },
  };
}

/** Share of the memory it grows by in a minute, from the middle of the run to its end: a heap first fills up. */
function growthPerMinute(memory: readonly number[]): number {
  const half = memory.slice(Math.floor(memory.length / 2));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [early, late] = [half.slice(0, half.length / 2), half.slice(half.length / 2)];
  if (early.length === 0 || late.length === 0) return 0;
  return ((mean(late) / mean(early) - 1) * 60) / (half.length / 2);
}
