// Everything at once on one machine: people who read and change things in the console, subscriptions, visitors who
// chat, trainings; then the same with one organisation that sends ten times its share. LOAD_SECONDS=20 for
// a first look, LOAD_CURVE=1 to see the memory minute by minute.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type LoadBed, withLoadBed } from "./load/bed.ts";
import { type Kind, kinds, run, type Sample } from "./load/drive.ts";
import { type Bench, cpuMicroseconds, percentile, type Row } from "./measure.ts";

const seconds = Number(process.env["LOAD_SECONDS"] ?? 600);
/** A heap at this load is collected every five minutes or so: what happens in less says nothing. */
const leastSecondsForMemory = 600;
const rounds = 10;
const roundSeconds = 5;
const most = { readP99: 100, loopDelay: 100, rise: 0.2, growthPerMinute: 0.02 };

export const bench: Bench = {
  name: "load",
  goal: "no error, reads p99 ≤ 100 ms, event loop p99 ≤ 100 ms, memory flat, a flood raises the others' p99 by ≤ 20 %",
  run: () =>
    withLoadBed(async (bed) => {
      // Compilers and caches warm up.
      await run(bed, { seconds: 4 });
      const memory: number[] = [];
      // Asking sets the figures of the loop back, so that the next answer is about the whole run.
      await bed.metrics();
      await bed.idleDelayMs();
      const watching = setInterval(() => memory.push(residentBytes(bed.product.pid)), 1_000);
      const calm = await run(bed, { seconds });
      clearInterval(watching);
      const values = await bed.metrics();
      const loop = (name: string) => (values.get(`parley_nodejs_eventloop_lag_${name}_seconds`) ?? 0) * 1_000;
      const [delay, longest, idle] = [loop("p99"), loop("max"), await bed.idleDelayMs()];
      if (process.env["LOAD_CURVE"]) console.log(`MB by minute, lowest/mean: ${curve(memory).join(" ")}`);
      await sleep(500);
      // Interleaved: the machine is the same for both.
      const quiet: Sample[] = [];
      const flooded: Sample[] = [];
      let [quietMs, floodedMs] = [0, 0];
      for (let round = 0; round < rounds; round += 1) {
        quietMs += await costOf(bed, async () => {
          quiet.push(...(await run(bed, { seconds: roundSeconds })));
        });
        floodedMs += await costOf(bed, async () => {
          flooded.push(...(await run(bed, { seconds: roundSeconds, floodPerSecond: bed.share * 10 })));
        });
      }
      const floodCost = (floodedMs - quietMs) / (rounds * roundSeconds);
      const rise = p99(flooded, "read") / p99(quiet, "read") - 1;
      const errors = calm.filter((sample) => !sample.isOk).length;
      const growth = seconds >= leastSecondsForMemory ? growthPerMinute(memory) : undefined;
      const grown =
        growth === undefined ? `not judged in ${seconds} s` : `${(growth * 100).toFixed(1)} % a minute`;
      const table: Row[] = kinds.map((kind) => rowOf(calm, kind));
      table.push({ kind: "reads without a flood", ...figures(quiet, "read", rounds * roundSeconds) });
      table.push({ kind: "reads beside a flood", ...figures(flooded, "read", rounds * roundSeconds) });
      return {
        table,
        figure:
          `${errors} errors, reads p99 ${p99(calm, "read").toFixed(0)} ms, event loop p99 ${delay.toFixed(0)} ms ` +
          `(longest ${longest.toFixed(0)}; p99 of an idle process ${idle.toFixed(0)}), ` +
          `memory ${grown}, a flood raises p99 by ${(rise * 100).toFixed(0)} % ` +
          `and costs the server ${floodCost.toFixed(0)} ms of processor time a second`,
        passed:
          errors === 0 &&
          p99(calm, "read") <= most.readP99 &&
          delay <= most.loopDelay &&
          (growth ?? 0) <= most.growthPerMinute &&
          rise <= most.rise,
      };
    }),
};

function rowOf(samples: readonly Sample[], kind: Kind): Row {
  return { kind, ...figures(samples, kind) };
}

function figures(samples: readonly Sample[], kind: Kind, during = seconds): Row {
  const own = samples.filter((sample) => sample.kind === kind);
  const times = own.map((sample) => sample.ms);
  return {
    count: own.length,
    "per s": (own.length / during).toFixed(1),
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

/** Milliseconds of processor time that the server used meanwhile: what no other program on the machine can blur. */
async function costOf(bed: LoadBed, work: () => Promise<void>): Promise<number> {
  const before = cpuMicroseconds(bed.product.pid);
  await work();
  return (cpuMicroseconds(bed.product.pid) - before) / 1_000;
}

function residentBytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  return pages * 4_096;
}

/** The lowest and the mean of each minute. */
function curve(memory: readonly number[]): string[] {
  const minutes = Array.from({ length: Math.ceil(memory.length / 60) }, (_, minute) =>
    memory.slice(minute * 60, (minute + 1) * 60),
  );
  const mega = (bytes: number) => (bytes / 1e6).toFixed(0);
  const mean = (each: readonly number[]) => each.reduce((sum, bytes) => sum + bytes, 0) / each.length;
  return minutes.map((each) => `${mega(Math.min(...each))}/${mega(mean(each))}`);
}

/**
 * Share of the memory it grows by in a minute, from the first half of the run to the second. A heap fills up until it is
 * collected and gives pages back when it pleases, so that either the lowest or the highest value rises now and then; a
 * leak lifts both.
 */
function growthPerMinute(memory: readonly number[]): number {
  const half = Math.floor(memory.length / 2);
  if (half === 0) return 0;
  const [early, late] = [memory.slice(0, half), memory.slice(half)];
  const rise = (of: (...values: number[]) => number) => of(...late) / of(...early) - 1;
  return (Math.min(rise(Math.min), rise(Math.max)) * 60) / half;
}
