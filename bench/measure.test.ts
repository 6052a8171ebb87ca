import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import {
  cpuMicroseconds,
  formatTable,
  interleave,
  median,
  percentile,
  threadsMicroseconds,
} from "./measure.ts";

test("counts the CPU of a process and of the children it started", async () => {
  const burn = "const end = process.cpuUsage().user + 4e5; while (process.cpuUsage().user < end);";
  const script = `require("node:child_process").execFileSync(process.execPath, ["-e", ${JSON.stringify(burn)}]); ${burn} console.log("done"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await new Promise((resolve) => child.stdout.once("data", resolve));
    expect(cpuMicroseconds(child.pid ?? 0)).toBeGreaterThan(750_000);
  } finally {
    child.kill();
  }
});

test("counts the threads of a process finely", () => {
  const burn = () => {
    const [before, cpu] = [threadsMicroseconds(process.pid), process.cpuUsage()];
    const enough = () => process.cpuUsage(cpu).user + process.cpuUsage(cpu).system;
    while (enough() < 3_000);
    return (threadsMicroseconds(process.pid) - before) / enough();
  };
  // A pause of this thread between two looks is no mistake of theirs.
  expect(Math.min(...[1, 2, 3, 4, 5].map(() => Math.abs(burn() - 1)))).toBeLessThan(0.3);
});

test("a process that is not there is an error, not zero", () => {
  expect(() => cpuMicroseconds(2 ** 30)).toThrow(/no process/);
});

test("contestants take turns", async () => {
  const order: string[] = [];
  const results = await interleave(2, {
    a: (round) => Promise.resolve(order.push(`a${round}`)),
    b: (round) => Promise.resolve(order.push(`b${round}`)),
  });
  expect(order).toEqual(["a0", "b0", "a1", "b1"]);
  expect(results).toEqual({ a: [1, 3], b: [2, 4] });
});

test("medians and percentiles", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(percentile([0, 10], 0.99)).toBeCloseTo(9.9);
  expect(() => median([])).toThrow(/no values/);
});

test("tables line up, numbers to the right", () => {
  expect(
    formatTable([
      { name: "a", value: 1.5 },
      { name: "long", value: 22 },
    ]),
  ).toBe("name  value\n----  -----\na       1.5\nlong     22");
});
