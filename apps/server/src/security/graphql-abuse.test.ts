// Threat S11: documents that cost more than they ask for, spell the schema out, or make the server stumble.
import { parse } from "graphql";
import { afterAll, beforeAll, expect, it } from "vitest";
import WebSocket from "ws";
import { anAccount, anAdmin } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer({ env: { NODE_ENV: "production" } });
  cookie = await server.signIn(await anAdmin(server, await anAccount(server)));
});
afterAll(() => server.stop());

const many = (count: number, each: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => each(i)).join(" ");
const nested = (depth: number) =>
  `{ accounts { rows ${"{ parentAccount ".repeat(depth)}{ id }${" }".repeat(depth)} } }`;

const documents: readonly [string, string][] = [
  ["depth 13", nested(13)],
  ["depth 100", nested(100)],
  ["depth 1,000", nested(1_000)],
  [
    "depth by inline fragments",
    `{ accounts { rows { ${"... on Account { parentAccount { ".repeat(20)} id ${"} }".repeat(20)} } } }`,
  ],
  [
    "depth by fragments",
    `{ accounts { rows { ...F0 } } } ${many(20, (i) => `fragment F${i} on Account { parentAccount { ...F${i + 1} } }`)} fragment F20 on Account { id }`,
  ],
  ["31 aliases", `{ ${many(31, (i) => `a${i}: currentUser { id }`)} }`],
  ["3,000 aliases", `{ ${many(3_000, (i) => `a${i}: __typename`)} }`],
  ["aliases below", `{ currentUser { ${many(40, (i) => `a${i}: id`)} } }`],
  [
    "aliases in a fragment",
    `{ currentUser { ...F } } fragment F on User { ${many(40, (i) => `a${i}: id`)} }`,
  ],
  ["a fragment that spreads itself", "{ currentUser { ...A } } fragment A on User { id ...A }"],
  [
    "fragments that spread each other",
    "{ currentUser { ...A } } fragment A on User { ...B } fragment B on User { ...A }",
  ],
  [
    "fragments that double",
    `{ currentUser { ...F0 } } ${many(25, (i) => `fragment F${i} on User { ...F${i + 1} ...F${i + 1} }`)} fragment F25 on User { nothing }`,
  ],
  ["40 directives", `{ currentUser { id ${"@include(if: true) ".repeat(40)} } }`],
  ["2,000 directives", `{ __typename ${"@skip(if: false) ".repeat(2_000)} }`],
  ["unknown directives", `{ currentUser { id ${many(20, (i) => `@d${i}`)} } }`],
  ["too many tokens", `{ ${"__typename ".repeat(5_000)} }`],
  ["a field 900 times", `{ ${"currentUser { id } ".repeat(900)} }`],
  ["a long name", `{ ${"x".repeat(50_000)} }`],
  ["a long string", `{ getLoginInfo(email: "${"x".repeat(1_000_000)}") { nothing } }`],
  ["a deep list", `{ getLoginInfo(email: ${"[".repeat(1_500)}${"]".repeat(1_500)}) { email } }`],
  ["a deep object", `{ accounts(filterCriteria: ${"{a:".repeat(800)}1${"}".repeat(800)}) { rows { id } } }`],
  ["an unknown field", "{ nothingLikeThis }"],
  ["nearly a field", "{ currentUsers { id } }"],
  ["nearly a field below", "{ currentUser { firstNam } }"],
  ["nearly a type", "{ currentUser { ... on Usr { id } } }"],
  ["nearly an argument", '{ accountByPk(ids: "x") { id } }'],
  ["nearly an enum value", "{ accounts(filterCriteria: { status: ACTIV }) { rows { id } } }"],
  ["nearly an input field", "{ accounts(filterCriteria: { nam: 1 }) { rows { id } } }"],
  ["__proto__ as a field", "{ __proto__ { id } }"],
  ["constructor as a field", "{ constructor }"],
  ["toString as a field", "{ currentUser { toString } }"],
  ["__proto__ as an argument", '{ accountByPk(id: "x", __proto__: 1) { id } }'],
  ["__proto__ in an input", "{ accounts(filterCriteria: { __proto__: { a: 1 } }) { rows { id } } }"],
  ["two unnamed operations", "{ currentUser { id } } { currentUser { id } }"],
  ["two operations of one name", "query A { currentUser { id } } query A { currentUser { id } }"],
  ["no operation", "fragment A on User { id }"],
  ["a schema", "type Query { a: Int }"],
  ["an extension", "extend type Query { a: Int }"],
  ["nothing", ""],
  ["white space", "   \n\t "],
  ["a comment", "# nothing"],
  ["half a document", "{ currentUser { id"],
  ["control characters", "{ current\u0000User }"],
  ["a lone surrogate", "{ \ud800 }"],
  ["JSON null", "null"],
  ["JSON number", "1"],
  ["JSON text", '"{ currentUser { id } }"'],
  ["JSON list", "[]"],
  ["JSON object", "{}"],
  ["a tree of a document", JSON.stringify(parse("{ currentUser { id } }"))],
  ["a broken tree", '{"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query"}]}'],
  ["a tree of strangers", '{"kind":"Document","definitions":[{"kind":"__proto__"}]}'],
  ["a tree past the token limit", JSON.stringify(parse(`{ ${many(1_000, () => "currentUser { id }")} }`))],
  ["unused variables", `query Q(${many(200, (i) => `$v${i}: String`)}) { currentUser { id } }`],
  ["variables of unknown types", "query Q($a: Nothing!) { currentUser { id } }"],
  ["a subscription over POST", 'subscription S { job(projectId: "x", id: "y") { id } }'],
];

const bodies: readonly [string, string][] = [
  ["a list of operations", JSON.stringify([{ query: "{ currentUser { id } }" }])],
  [
    "a list of a thousand",
    JSON.stringify(Array.from({ length: 1_000 }, () => ({ query: "{ __typename }" }))),
  ],
  ["a number", "1"],
  ["null", "null"],
  ["a text", '"{ currentUser { id } }"'],
  ["no query", "{}"],
  ["a query that is an object", '{"query":{"kind":"Document"}}'],
  ["a query that is a number", '{"query":1}'],
  ["variables that are a text", '{"query":"query Q($a: Int) { currentUser { nothing } }","variables":"x"}'],
  ["variables that are a list", '{"query":"query Q($a: Int) { currentUser { nothing } }","variables":[1]}'],
  ["__proto__ in the body", '{"query":"{ nothing }","__proto__":{"a":1}}'],
  [
    "__proto__ in the variables",
    '{"query":"query Q($id: ID!) { accountByPk(id: $id) { nothing } }","variables":{"__proto__":{"id":"x"}}}',
  ],
  ["an operation that is not there", '{"query":"query A { currentUser { id } }","operationName":"B"}'],
  ["an operation name that is an object", '{"query":"{ currentUser { id } }","operationName":{}}'],
  ["deep variables", `{"query":"{ nothing }","variables":${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}}`],
  ["a persisted query", '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"x"}}}'],
];

/** What a refusal must not say. */
const leaks = /Did you mean|node_modules|\.ts:\d|at \w+ \(|UNEXPECTED|select |relation|syntax error at/;

async function answerTo(body: string) {
  const started = process.cpuUsage();
  const response = await fetch(`${server.urls.api}/v1/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body,
  });
  const text = await response.text();
  const { user, system } = process.cpuUsage(started);
  return { status: response.status, text, cpuMs: (user + system) / 1_000 };
}

it("introspection is off in production", async ({ task }) => {
  const questions = [
    "{ __schema { types { name } } }",
    '{ __type(name: "User") { fields { name } } }',
    "query IntrospectionQuery { __schema { queryType { name } } }",
    "{ s: __schema { directives { name } } }",
    "{ ...F } fragment F on Query { __schema { types { name } } }",
  ];
  for (const query of questions) {
    const { status, text } = await answerTo(JSON.stringify({ query }));
    expect([query, status]).toEqual([query, 400]);
    expect(text).not.toMatch(/"types"|"fields"|"directives"|"queryType"/);
  }
  Object.assign(task.meta, { cases: questions.length });
});

async function isDearAgain(query: string): Promise<boolean> {
  const first = await answerTo(JSON.stringify({ query }));
  const second = await answerTo(JSON.stringify({ query }));
  return Math.min(first.cpuMs, second.cpuMs) > 250;
}

it("every abusive document is refused with a sentence, quickly", async ({ task }) => {
  await answerTo(JSON.stringify({ query: "{ warm }" }));
  const wrong: string[] = [];
  const slow: string[] = [];
  for (const [name, query] of documents) {
    const { status, text, cpuMs } = await answerTo(JSON.stringify({ query }));
    if (
      status < 400 ||
      status >= 500 ||
      leaks.test(text) ||
      !/"message":"[^"]+/.test(text) ||
      text.length > 5_000
    )
      wrong.push(`${name}: ${status} ${text.slice(0, 200)}`);
    // The request itself and this test run in the same process: the goal is 5 ms of the server alone.
    // What the engine compiles or collects meanwhile is not the document's: a dear one is dear every time.
    if (cpuMs > 250 && (await isDearAgain(query))) slow.push(`${name}: ${cpuMs} ms`);
  }
  Object.assign(task.meta, { cases: documents.length });
  expect(wrong).toEqual([]);
  expect(slow).toEqual([]);
});

it("every abusive body is refused with a sentence", async ({ task }) => {
  const wrong: string[] = [];
  for (const [name, body] of bodies) {
    const { status, text } = await answerTo(body);
    if (status < 400 || status >= 500 || leaks.test(text))
      wrong.push(`${name}: ${status} ${text.slice(0, 200)}`);
  }
  Object.assign(task.meta, { cases: bodies.length });
  expect(wrong).toEqual([]);
});

it("sockets refuse the same documents, as text and as trees", async ({ task }) => {
  const subscription = (selection: string) =>
    `subscription S($p: ID!, $i: ID!) { job(projectId: $p, id: $i) { ${selection} } }`;
  const abusive: unknown[] = [
    subscription(many(40, (i) => `a${i}: id`)),
    subscription("id nothing"),
    subscription("...A } } fragment A on Job { ...B } fragment B on Job { ...A"),
    subscription(`id ${"@include(if: true) ".repeat(40)}`),
    "subscription S { __schema { types { name } } }",
    `${subscription("id")} subscription T { job(projectId: "x", id: "y") { id } }`,
    ...documents.slice(0, 30).map(([, document]) => document),
    parse("{ currentUser { id } }"),
    parse(subscription("id")),
    { kind: "Document", definitions: [] },
    { kind: "Document", definitions: [{ kind: "OperationDefinition", operation: "subscription" }] },
    {},
    [],
    1,
    null,
    "",
  ];
  const answered: string[] = [];
  for (const query of abusive) {
    const answer = await overSocket({ query, variables: { p: "x", i: "y" } });
    if (/"next"|UNEXPECTED|node_modules|Did you mean/.test(answer))
      answered.push(`${JSON.stringify(query)}: ${answer}`);
  }
  Object.assign(task.meta, { cases: abusive.length });
  expect(answered).toEqual([]);
  const alive = await answerTo(JSON.stringify({ query: "{ currentUser { id } }" }));
  expect(alive.status).toBe(200);
});

async function overSocket(payload: unknown): Promise<string> {
  const url = `${server.urls.api.replace("http", "ws")}/v1/graphql`;
  const socket = new WebSocket(url, "graphql-transport-ws", {
    headers: { cookie },
    origin: server.urls.console,
  });
  return new Promise<string>((resolve) => {
    socket.on("open", () => socket.send(JSON.stringify({ type: "connection_init" })));
    socket.on("close", (code, reason) => resolve(`closed ${code} ${reason.toString()}`));
    socket.on("message", (data: Buffer) => {
      const text = data.toString();
      if (text.includes("connection_ack"))
        socket.send(JSON.stringify({ id: "1", type: "subscribe", payload }));
      else if (!text.includes('"ping"')) resolve(text);
    });
  }).finally(() => socket.terminate());
}
