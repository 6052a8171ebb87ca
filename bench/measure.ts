// What every benchmark measures with: CPU time of a process and all it started, taken from
// /proc, and contestants run in turn so that a busy machine slows them alike.
import { readdirSync, readFileSync } from "node:fs";

export type Row = Record<string, string | number>;

export type BenchResult = { table: Row[]; figure: string; passed: boolean };

export type Bench = { name: string; goal: string; run(): Promise<BenchResult> };

/** The kernel counts CPU time in hundredths of a second towards programs, on every Linux. */
const MICROSECONDS_PER_TICK = 10_000;

type ProcessTimes = { parent: number; ticks: number };

function readProcess(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold spaces and brackets itself: count from its end.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const field = (number: number) => Number(fields[number - 3]);
    // utime and stime, and those of children that have ended and were waited for.
    return { parent: field(4), ticks: field(14) + field(15) + field(16) + field(17) };
  } catch {
    return undefined;
  }
}

/** CPU microseconds that a process, its threads and all its descendants have used so far. */
export function cpuMicroseconds(root: number): number {
  const processes = new Map<number, ProcessTimes>();
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    const times = Number.isInteger(pid) ? readProcess(pid) : undefined;
    if (times) processes.set(pid, times);
  }
  if (!processes.has(root)) throw new Error(`There is no process ${root} to measure.`);
  const belongs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) if (at === root) return true;
    return false;
  };
  let ticks = 0;
  for (const [pid, times] of processes) if (belongs(pid)) ticks += times.ticks;
  return ticks * MICROSECONDS_PER_TICK;
}

/**
 * The same to the nanosecond, for a process whose threads stay and that starts no other: what the two have used is counted
 * by thread, and gone with it.
 */
export function threadsMicroseconds(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  }
  return nanoseconds / 1_000;
}

export type Cost = { cpuMicroseconds: number; wallMicroseconds: number };

/**
 * What one operation costs the measured processes. A tick is 10 ms: let `run` do enough
 * operations to use at least a second of CPU, or the figure is noise.
 */
export async function costPerOperation(
  pids: number[],
  operations: number,
  run: () => Promise<void>,
  usedBy = cpuMicroseconds,
): Promise<Cost> {
  const cpuNow = () => pids.reduce((sum, pid) => sum + usedBy(pid), 0);
  const cpu = cpuNow();
  const wall = performance.now();
  await run();
  return {
    cpuMicroseconds: (cpuNow() - cpu) / operations,
    wallMicroseconds: ((performance.now() - wall) * 1_000) / operations,
  };
}

/** Runs the contestants in turn, A-B-A-B, and gives each the results of all its rounds in order. */
export async function interleave<T>(
  rounds: number,
  contestants: Record<string, (round: number) => Promise<T>>,
): Promise<Record<string, T[]>> {
  const results: Record<string, T[]> = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(contestants)) results[name]?.push(await run(round));
  }
  return results;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Between two neighbours the value is interpolated. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  if (low === undefined || high === undefined)
    throw new Error("There are no values to take a percentile of.");
  return low + (high - low) * (at - Math.floor(at));
}

/** Columns as wide as their widest cell; numbers stand on the right. */
export function formatTable(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => columns.map((column) => String(row[column] ?? "")));
  const widths = columns.map((column, i) =>
    Math.max(column.length, ...cells.map((line) => line[i]?.length ?? 0)),
  );
  const isNumber = columns.map((column) =>
    rows.every((row) => /^[-\d.,%× ]*$/.test(String(row[column] ?? ""))),
  );
  const line = (texts: string[]) =>
    texts
      .map((text, i) => (isNumber[i] ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0)))
      .join("  ")
      .trimEnd();
  return [line(columns), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n");
}
