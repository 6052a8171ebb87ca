import { expect, it } from "vitest";
import { seeded } from "../faults/harness/seeded.ts";
import { type Costs, needsOf, predict, simulatedP99 } from "./capacity/model.ts";

const costs: Costs = {
  read: { server: 500, database: 200 },
  write: { server: 2_000, database: 1_500 },
  "chat turn": { server: 3_000, database: 2_000 },
  "live update": { server: 300, database: 100 },
  training: { server: 500_000, database: 10_000 },
};

it("adds the parts of a mix up", () => {
  expect(predict(costs, { read: 100, write: 10 })).toEqual({ serverCores: 0.07, databaseCores: 0.035 });
});

it("asks for more with more to do, and never for a single server", () => {
  const scale = {
    organisations: 10,
    peoplePerOrganisation: 20,
    conversationsPerDay: 1_000,
    turnsPerConversation: 6,
    storedTurns: 1_000_000,
    bytesPerTurn: 2_000,
  };
  const small = needsOf(costs, scale);
  const large = needsOf(costs, { ...scale, organisations: 1_000, conversationsPerDay: 1_000_000 });
  expect(small.servers).toBe(2);
  expect(small.storageGb).toBe(2);
  expect(large.serverCores).toBeGreaterThan(small.serverCores * 50);
  expect(large.demand["chat turn"]).toBeCloseTo((1_000_000 * 6 * 3) / 86_400);
});

it("knows the queue in front of a core: the textbook's answer, and far more of it at 95 % than at 60 %", () => {
  // For exponential times the 99th percentile is ln(100) / (1 - use).
  for (const use of [0.3, 0.6, 0.8])
    expect(simulatedP99(use, 200_000, seeded(7))).toBeCloseTo(Math.log(100) / (1 - use), -0.6);
  expect(simulatedP99(0.95, 200_000, seeded(7))).toBeGreaterThan(3 * simulatedP99(0.6, 200_000, seeded(7)));
});
