import { Histogram, Registry } from "prom-client";
import { expect, it } from "vitest";
import { measureRouteTimes } from "./route-times.ts";

it("tells what the library's histogram would tell", async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const times = measureRouteTimes(ours, "request_seconds", "How long requests took.");
  const histogram = new Histogram({
    name: "request_seconds",
    help: "How long requests took.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [theirs],
  });
  const calls = [
    { method: "POST", route: "/v1/graphql", status: 200 },
    { method: "POST", route: "/v1/graphql", status: 403 },
    { method: "GET", route: "/health/ready", status: 200 },
  ];
  for (const call of calls) {
    for (const ms of [0, 1, 5, 5.5, 62.5, 250, 9_999, 10_000, 70_000]) {
      times.observe({ ...call, ms });
      histogram.observe(call, ms / 1_000);
    }
  }
  const linesOf = (text: string) => text.trim().split("\n").toSorted();
  expect(linesOf(await ours.metrics())).toEqual(linesOf(await theirs.metrics()));
});
