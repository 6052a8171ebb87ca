// What an operation costs in CPU, of the server and of the database; then a mix of them, held against the sum that the
// model of docs/scaling.md predicts.
import { setTimeout as sleep } from "node:timers/promises";
import { type Costs, type Demand, needsOf, type Operation, operations, predict } from "./capacity/model.ts";
import { type CapacityBed, drive, withCapacityBed } from "./capacity/drive.ts";
import { type Bench, cpuMicroseconds, interleave, median } from "./measure.ts";

/** A multiple of five: so long that every rate below makes a whole number of calls, and what is asked is what is done. */
const seconds = Number(process.env["CAPACITY_SECONDS"] ?? 5);
const rounds = 3;
const mostOff = 0.25;
/** Alone: enough to be measured, far from what the machine can do. */
const alone: readonly Demand[] = [{ read: 80 }, { write: 15 }, { "chat turn": 10 }, { training: 0.8 }];
const mixes: readonly Demand[] = [
  { read: 60, write: 5, "chat turn": 4 },
  { read: 20, write: 10, "chat turn": 8, training: 0.4 },
];

export const bench: Bench = {
  name: "capacity",
  goal: `the model predicts the CPU of two mixes within ${mostOff * 100} %`,
  run: () =>
    withCapacityBed(async (bed) => {
      for (let round = 0; round < rounds; round += 1) {
        await used(bed, { read: 60, write: 10, "chat turn": 8, training: 0.5 });
      }
      // In turn, because code that has run for longer is cheaper: what is measured first would seem dear.
      const demands = [{}, ...alone, ...mixes];
      const results = await interleave(
        rounds,
        Object.fromEntries(demands.map((demand) => [nameOf(demand), () => used(bed, demand)])),
      );
      const middle = (demand: Demand): Used => {
        const all = results[nameOf(demand)] ?? [];
        return {
          server: median(all.map(({ server }) => server)),
          database: median(all.map(({ database }) => database)),
        };
      };
      const idle = middle({});
      const costs = costsOf(idle, middle);
      const checks = [];
      for (const mix of mixes) {
        const mixed = middle(mix);
        const expected = predict(costs, mix);
        checks.push({
          mix: nameOf(mix),
          server: mixed.server - idle.server,
          expectedServer: expected.serverCores,
          database: mixed.database - idle.database,
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

function nameOf(demand: Demand): string {
  return Object.entries(demand)
    .map(([name, rate]) => `${rate} ${name}/s`)
    .join(", ");
}

/** Cores used while this is asked for. */
async function used(bed: CapacityBed, demand: Demand): Promise<Used> {
  await sleep(200);
  const [server, database, begun] = [
    cpuMicroseconds(bed.serverPid),
    cpuMicroseconds(bed.databasePid),
    performance.now(),
  ];
  await drive(bed, demand, seconds);
  const wall = (performance.now() - begun) * 1_000;
  return {
    server: (cpuMicroseconds(bed.serverPid) - server) / wall,
    database: (cpuMicroseconds(bed.databasePid) - database) / wall,
  };
}

function costsOf(idle: Used, of: (demand: Demand) => Used): Costs {
  const cost = (operation: Operation) => {
    const demand = alone.find((each) => operation in each) ?? {};
    const rate = demand[operation];
    // Live updates are part of the writes that cause them; kept apart for installations where many watch.
    if (rate === undefined) return { server: 0, database: 0 };
    const { server, database } = of(demand);
    return {
      server: ((server - idle.server) / rate) * 1_000_000,
      database: ((database - idle.database) / rate) * 1_000_000,
    };
  };
  return Object.fromEntries(operations.map((operation) => [operation, cost(operation)])) as Costs;
}
