// What an operation costs in CPU, of the server and of the database; then a mix of them, held against the sum that the
// model of docs/scaling.md predicts.
import { setTimeout as sleep } from "node:timers/promises";
import { type Costs, type Demand, needsOf, type Operation, operations, predict } from "./capacity/model.ts";
import { type CapacityBed, drive, withCapacityBed } from "./capacity/drive.ts";
import { type Bench, cpuMicroseconds, median } from "./measure.ts";

const seconds = Number(process.env["CAPACITY_SECONDS"] ?? 5);
const rounds = 3;
const mostOff = 0.25;
/** Alone: enough to be measured, far from what the machine can do. */
const alone: Readonly<Record<Operation, number>> = {
  read: 80,
  write: 15,
  "chat turn": 10,
  "live update": 0,
  training: 0.7,
};
const mixes: readonly Demand[] = [
  { read: 60, write: 5, "chat turn": 4 },
  { read: 20, write: 10, "chat turn": 8, training: 0.3 },
];

export const bench: Bench = {
  name: "capacity",
  goal: `the model predicts the CPU of two mixes within ${mostOff * 100} %`,
  run: () =>
    withCapacityBed(async (bed) => {
      await measured(bed, { read: 60, write: 10, "chat turn": 8, training: 0.5 });
      const idle = await measured(bed, {});
      const costs = await costsOf(bed, idle);
      const checks = [];
      for (const mix of mixes) {
        const used = await measured(bed, mix);
        const expected = predict(costs, mix);
        checks.push({
          mix: Object.entries(mix)
            .map(([name, rate]) => `${rate} ${name}/s`)
            .join(", "),
          server: used.server - idle.server,
          expectedServer: expected.serverCores,
          database: used.database - idle.database,
          expectedDatabase: expected.databaseCores,
        });
      }
      const off = checks.map((check) => Math.abs(check.expectedServer / check.server - 1));
      const table = [
        ...operations
          .filter((operation) => operation !== "live update")
          .map((operation) => ({
            what: operation,
            "server CPU µs": Math.round(costs[operation].server),
            "database CPU µs": Math.round(costs[operation].database),
          })),
        ...checks.map((check) => ({
          what: check.mix,
          "server cores": check.server.toFixed(3),
          "as predicted": check.expectedServer.toFixed(3),
          "database cores": check.database.toFixed(3),
          "predicted too": check.expectedDatabase.toFixed(3),
        })),
      ];
      const large = needsOf(costs, {
        organisations: 1_000,
        peoplePerOrganisation: 50,
        conversationsPerDay: 1_000_000,
        turnsPerConversation: 6,
        storedTurns: 100_000_000,
        bytesPerTurn: await bed.bytesPerTurn(),
      });
      console.log(
        `1,000 organisations, 1 M conversations a day, 100 M turns: ${large.serverCores.toFixed(1)} server cores ` +
          `(${large.servers} processes), ${large.databaseCores.toFixed(1)} database cores (have ${large.databaseCoresToHave}), ` +
          `${large.sockets} sockets, ${large.storageGb} GB of turns`,
      );
      return {
        table,
        figure: `off by ${off.map((each) => `${(each * 100).toFixed(0)} %`).join(" and ")}`,
        passed: off.every((each) => each <= mostOff),
      };
    }),
};

interface Used {
  readonly server: number;
  readonly database: number;
}

/** Cores used while this is asked for. */
async function measured(bed: CapacityBed, demand: Demand): Promise<Used> {
  const results: Used[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [server, database, begun] = [
      cpuMicroseconds(bed.serverPid),
      cpuMicroseconds(bed.databasePid),
      performance.now(),
    ];
    await drive(bed, demand, seconds);
    const wall = (performance.now() - begun) * 1_000;
    results.push({
      server: (cpuMicroseconds(bed.serverPid) - server) / wall,
      database: (cpuMicroseconds(bed.databasePid) - database) / wall,
    });
    await sleep(200);
  }
  return {
    server: median(results.map((each) => each.server)),
    database: median(results.map((each) => each.database)),
  };
}

async function costsOf(bed: CapacityBed, idle: Used): Promise<Costs> {
  const costs: Partial<Record<Operation, { server: number; database: number }>> = {
    // Part of the writes that cause them; kept apart for installations where many watch.
    "live update": { server: 0, database: 0 },
  };
  for (const operation of operations) {
    if (costs[operation]) continue;
    const rate = alone[operation];
    const used = await measured(bed, { [operation]: rate });
    costs[operation] = {
      server: ((used.server - idle.server) / rate) * 1_000_000,
      database: ((used.database - idle.database) / rate) * 1_000_000,
    };
  }
  return costs as Costs;
}
