import { expect, it } from "vitest";
import { createLimiter, type Limiter } from "./limiter.ts";

const rate = { most: 120, perSeconds: 60 };

function serversThatTalk(count: number) {
  const clock = { now: 0, told: 0 };
  const servers: Limiter[] = Array.from({ length: count }, (_, at) =>
    createLimiter(
      rate,
      (key, taken) => {
        clock.told += 1;
        servers.forEach((other, index) => index !== at && other.takenElsewhere(key, taken));
      },
      () => clock.now,
    ),
  );
  /** Each call goes to the next server, as a balancer does; answers how many were let through. */
  const call = (calls: number) =>
    Array.from({ length: calls }, (_, at) => servers[at % count]?.take("visitor")).filter((it) => it === 0)
      .length;
  return { clock, servers, call };
}

it("gives a visitor of one server its bucket, and then what refills", () => {
  const { clock, servers, call } = serversThatTalk(1);
  expect(call(500)).toBe(120);
  expect(servers[0]?.take("visitor")).toBe(1);
  expect(servers[0]?.take("somebody else")).toBe(0);
  clock.now += 10_000;
  expect(call(500)).toBe(20);
});

it("gives a visitor who goes round four servers hardly more than one would", () => {
  const { clock, call } = serversThatTalk(4);
  expect(call(4_000)).toBeLessThanOrEqual(120 + 4 * 30);
  clock.now += 60_000;
  let later = 0;
  for (let minute = 0; minute < 10; minute += 1) {
    for (let second = 0; second < 60; second += 1) {
      clock.now += 1_000;
      later += call(40);
    }
  }
  // Ten minutes' worth of refill, and what was not told yet.
  expect(later).toBeLessThanOrEqual(10 * 120 + 4 * 30 + 120);
  expect(later).toBeGreaterThan(900);
});

it("says nothing to other servers about somebody who calls now and then", () => {
  const { clock, call } = serversThatTalk(2);
  for (let minute = 0; minute < 30; minute += 1) {
    expect(call(20)).toBe(20);
    clock.now += 60_000;
  }
  expect(clock.told).toBe(0);
});
