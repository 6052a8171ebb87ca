// Threat S11: values nobody thought of. Every operation is called by an administrator with strange texts, numbers,
// dates, trees and ids; an unexpected error is a defect, and so is an answer that tells of the inside.
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "#platform/ids.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { idArguments } from "../access/matrix/arguments.ts";
import { createWorld, type World } from "../access/matrix/world.ts";
import { buildApi } from "../graphql.ts";
import { type Operation, operationsOf, variablesOf } from "./any-operation.ts";

let server: TestServer;
let client: pg.Client;
let world: World;
let operations: Operation[];
let userId: string;
const own = new Map<string, string>();
beforeAll(async () => {
  server = await startTestServer();
  client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  world = await createWorld(server, client);
  userId = String(world.actors.find((actor) => actor.name === "organization_admin")?.userId);
  for (const table of new Set(Object.values(idArguments))) {
    if (table !== "global") own.set(table, await world.idOf(table, "own").catch(() => newId()));
  }
  // Rows that were made from the catalogue hold what no author could have written.
  await client.query("delete from pro_studio_nodes");
  await client.query("delete from external_agent_integrations");
  // What ends things comes last, so that the others find something.
  const isEnd = ({ name }: Operation) => /^(delete|remove|falsify|end|block)/.test(name);
  operations = operationsOf((await buildApi()).schema)
    .filter(({ kind }) => kind !== "subscription")
    .toSorted((a, b) => Number(isEnd(a)) - Number(isEnd(b)));
}, 120_000);
afterAll(async () => {
  await client.end();
  await server.stop();
});

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
};

interface Round {
  readonly name: string;
  readonly text: string;
  readonly id: string | undefined;
  readonly int: number;
  readonly float: number;
  readonly date: string;
  readonly json: unknown;
}

const rounds: readonly Round[] = [
  { name: "nothing", text: "", id: undefined, int: 0, float: 0, date: "", json: null },
  {
    name: "NUL",
    text: "a\u0000b",
    id: "\u0000",
    int: -1,
    float: -1,
    date: "\u0000",
    json: { "a\u0000": "\u0000" },
  },
  {
    name: "NUL with real ids",
    text: "\u0000",
    id: undefined,
    int: 1,
    float: 0.5,
    date: "2026-01-01T00:00:00Z",
    json: ["\u0000"],
  },
  {
    name: "half characters",
    text: "\ud800x\udfff",
    id: "\ud800",
    int: 2_147_483_647,
    float: 1e308,
    date: "9999-12-31T23:59:59Z",
    json: { "\ud800": "\udfff" },
  },
  {
    name: "prototypes",
    text: "__proto__",
    id: "__proto__",
    int: -2_147_483_648,
    float: -1e308,
    date: "constructor",
    json: JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
  },
  {
    name: "prototypes with real ids",
    text: "constructor",
    id: undefined,
    int: 10,
    float: 1,
    date: "2026-01-01T00:00:00Z",
    json: JSON.parse('{"__proto__":1,"toString":1,"length":-1}'),
  },
  {
    name: "SQL",
    text: "'; drop table users; --",
    id: "' or 1=1 --",
    int: 5,
    float: 5,
    date: "now()",
    json: { a: "'; --" },
  },
  {
    name: "patterns",
    text: "%_\\%(((((((((((((((((((",
    id: "%",
    int: 3,
    float: 3,
    date: "infinity",
    json: "%",
  },
  {
    name: "large with real ids",
    text: "x".repeat(200_000),
    id: undefined,
    int: 2_147_483_647,
    float: 1e300,
    date: "0001-01-01T00:00:00Z",
    json: deep(2_000),
  },
  {
    name: "directions and marks",
    text: "\u202eevil\u2066\u200b\ufeff Z͑ͫ̓A̴",
    id: newId().toUpperCase(),
    int: 1,
    float: 1,
    date: "2026-02-30T25:61:61Z",
    json: { "\u202e": "\u0085" },
  },
  {
    name: "paths and markup",
    text: "../../etc/passwd<script>{{7*7}}${7*7}",
    id: "../x",
    int: 1,
    float: 1,
    date: "2026-01-01",
    json: [[[[]]]],
  },
  {
    name: "foreign objects",
    text: "x",
    id: "foreign",
    int: 1,
    float: 1,
    date: "2026-01-01T00:00:00Z",
    json: {},
  },
];

const leaks =
  /UNEXPECTED|node_modules|\.ts:\d|relation "|violates|syntax error|invalid input|invalid byte|select .* from/;

it.each(rounds)("$name", { timeout: 240_000 }, async (round) => {
  const problems: string[] = [];
  for (const operation of operations) {
    const choose = async () => {
      const foreign = new Map<string, string>();
      if (round.id === "foreign") {
        for (const table of own.keys())
          foreign.set(table, await world.idOf(table, "foreign").catch(() => newId()));
      }
      return variablesOf(operation, (scalar, name) => {
        const table = idArguments[`${operation.name}.${name}`] ?? idArguments[name] ?? "";
        const real = (
          round.id === "foreign" && name !== "projectId" && name !== "accountId" ? foreign : own
        ).get(table);
        if (scalar === "ID")
          return round.id === undefined || round.id === "foreign" ? (real ?? newId()) : round.id;
        if (scalar === "String") return round.text;
        if (scalar === "Int") return round.int;
        if (scalar === "Float") return round.float;
        if (scalar === "Boolean") return true;
        if (scalar === "DateTime") return round.date;
        return round.json;
      });
    };
    const answer = await server.graphql(operation.query, await choose(), { userId });
    const text = JSON.stringify(answer);
    if (answer.status >= 500 || leaks.test(text)) problems.push(`${operation.name}: ${text.slice(0, 300)}`);
  }
  expect(problems).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect("isAdmin" in {}).toBe(false);
});

it("counts what it called", ({ task }) => {
  Object.assign(task.meta, { cases: rounds.length * operations.length - rounds.length });
  expect(operations.length).toBeGreaterThan(200);
});
