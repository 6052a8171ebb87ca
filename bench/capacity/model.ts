// What an installation needs, from what one operation costs. CPU adds up, so that a mix costs the sum of its parts.
export const operations = ["read", "write", "chat turn", "live update", "training"] as const;
export type Operation = (typeof operations)[number];

export type Costs = Readonly<Record<Operation, { server: number; database: number }>>;
/** Per second. */
export type Demand = Readonly<Partial<Record<Operation, number>>>;

export interface Use {
  readonly serverCores: number;
  readonly databaseCores: number;
}

/** Costs are CPU microseconds. */
export function predict(costs: Costs, demand: Demand): Use {
  let [server, database] = [0, 0];
  for (const operation of operations) {
    server += (demand[operation] ?? 0) * costs[operation].server;
    database += (demand[operation] ?? 0) * costs[operation].database;
  }
  return { serverCores: server / 1_000_000, databaseCores: database / 1_000_000 };
}

export interface Scale {
  readonly organisations: number;
  readonly peoplePerOrganisation: number;
  readonly conversationsPerDay: number;
  readonly turnsPerConversation: number;
  readonly storedTurns: number;
  readonly bytesPerTurn: number;
}

/** The busiest hour carries this many times the mean of a day. */
const peak = 3;
/** Of all people, those who have the console open at the busiest time, and what each does per minute. */
const console = { openShare: 0.1, readsPerMinute: 6, writesPerMinute: 0.5, updatesPerMinute: 2 };
const trainingsPerOrganisationAndDay = 2;
const mostUse = 0.6;

export interface Needs extends Use {
  readonly demand: Demand;
  readonly servers: number;
  readonly databaseCoresToHave: number;
  readonly sockets: number;
  readonly storageGb: number;
}

export function needsOf(costs: Costs, scale: Scale): Needs {
  const daily = (count: number) => (count * peak) / 86_400;
  const open = scale.organisations * scale.peoplePerOrganisation * console.openShare;
  const demand = {
    read: (open * console.readsPerMinute) / 60,
    write: (open * console.writesPerMinute) / 60,
    "live update": (open * console.updatesPerMinute) / 60,
    "chat turn": daily(scale.conversationsPerDay * scale.turnsPerConversation),
    training: daily(scale.organisations * trainingsPerOrganisationAndDay),
  };
  const use = predict(costs, demand);
  // A conversation is open for five minutes.
  const chats = daily(scale.conversationsPerDay) * 300;
  return {
    ...use,
    demand,
    servers: Math.max(2, Math.ceil(use.serverCores / mostUse)),
    databaseCoresToHave: Math.max(2, Math.ceil(use.databaseCores / mostUse)),
    sockets: Math.round(open + chats),
    storageGb: Math.ceil((scale.storedTurns * scale.bytesPerTurn) / 1e9),
  };
}

/**
 * The wait in front of one core that is this busy: calls arrive at random, each takes its mean on average with the
 * spread of an exponential. Answers the 99th percentile of wait and service in means.
 */
export function simulatedP99(use: number, calls: number, random: () => number): number {
  const times: number[] = [];
  let [clock, freeAt] = [0, 0];
  for (let call = 0; call < calls; call += 1) {
    clock += -Math.log(1 - random()) / use;
    const begun = Math.max(clock, freeAt);
    freeAt = begun - Math.log(1 - random());
    times.push(freeAt - clock);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(calls * 0.99)] ?? 0;
}
