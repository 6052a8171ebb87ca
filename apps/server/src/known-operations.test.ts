// Threat S11: with GRAPHQL_OPERATIONS=known nobody can ask what the product's own pages do not ask.
import { type DocumentNode, Kind, parse, print, visit } from "graphql";
import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import WebSocket from "ws";
import { anAccount, anAdmin } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
let cookie: string;
let documents: string[];
beforeAll(async () => {
  server = await startTestServer({ env: { GRAPHQL_OPERATIONS: "known" } });
  cookie = await server.signIn(await anAdmin(server, await anAccount(server)));
  documents = [...(await documentsOf("console")), ...(await documentsOf("sign-in"))];
});
afterAll(() => server.stop());

/** Written as a client sends them: with their fragments, and with __typename in every selection. */
async function documentsOf(app: string): Promise<string[]> {
  const cwd = fileURLToPath(new URL(`../../${app}/src/`, import.meta.url));
  const sources: string[] = [];
  for await (const file of glob("**/*.{ts,tsx}", { cwd })) {
    if (file.startsWith("generated") || file.includes(".test.")) continue;
    const code = (await readFile(`${cwd}/${file}`, "utf8")).replace(/^\s*(\/\/|\*).*$/gm, "");
    const pattern = app === "console" ? /\bgraphql\(\s*`([^`]*)`/g : /`((?:query|mutation) [^`]*)`/g;
    sources.push(...[...code.matchAll(pattern)].map(([, source]) => source ?? ""));
  }
  return withFragments(sources);
}

function withFragments(sources: readonly string[]): string[] {
  const definitions = sources.flatMap((source) => parse(source).definitions);
  const spread = (document: DocumentNode) => {
    const names = new Set<string>();
    visit(document, { FragmentSpread: ({ name }) => void names.add(name.value) });
    return names;
  };
  return definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => {
      let whole: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation] };
      for (let size = 0; size !== whole.definitions.length;) {
        size = whole.definitions.length;
        const names = spread(whole);
        const fragments = definitions.filter(
          (one) => one.kind === Kind.FRAGMENT_DEFINITION && names.has(one.name.value),
        );
        whole = { ...whole, definitions: [operation, ...fragments] };
      }
      return print(withTypeNames(whole));
    });
}

function withTypeNames(document: DocumentNode): DocumentNode {
  const typeName = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } } as const;
  return visit(document, {
    Field: (field) =>
      field.selectionSet && {
        ...field,
        selectionSet: { ...field.selectionSet, selections: [...field.selectionSet.selections, typeName] },
      },
  });
}

async function codeOf(query: unknown): Promise<unknown> {
  const response = await fetch(`${server.urls.api}/v1/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify({ query }),
  });
  const body = (await response.json()) as { errors?: { extensions?: { code?: string } }[] };
  return body.errors?.[0]?.extensions?.code ?? response.status;
}

it("answers every document of the console and of the sign-in page", async ({ task }) => {
  expect(documents.length).toBeGreaterThan(150);
  const refused: string[] = [];
  for (const document of documents.filter((text) => !text.startsWith("subscription"))) {
    if ((await codeOf(document)) === "UNKNOWN_OPERATION") refused.push(document);
  }
  Object.assign(task.meta, { cases: documents.length });
  expect(refused).toEqual([]);
});

it("answers pages that were loaded from the version before", async ({ task }) => {
  const file = new URL("../previous-operations.graphql", import.meta.url);
  const previous = withFragments([await readFile(file, "utf8")]);
  expect(previous.length).toBeGreaterThan(150);
  // Those that are the same today were asked above.
  const asked = previous.filter((text) => !documents.includes(text) && !text.startsWith("subscription"));
  expect(asked.length).toBeGreaterThan(0);
  const refused: string[] = [];
  for (const document of asked) if ((await codeOf(document)) === "UNKNOWN_OPERATION") refused.push(document);
  Object.assign(task.meta, { cases: asked.length });
  expect(refused).toEqual([]);
});

it("refuses everything else before it is looked at", async ({ task }) => {
  const known = documents.find((text) => text.startsWith("query") && !text.includes("fragment ")) ?? "";
  const others = [
    "{ currentUser { id } }",
    "{ __typename }",
    "query Q { __schema { types { name } } }",
    'query Q { __type(name: "User") { name } }',
    known.replace("{", "{ added: __typename "),
    known.replace(/^query \w+/, "query Renamed"),
    `${known} query Second { currentUser { id } }`,
    `${known} fragment F on User { id }`,
    `${known} type T { id: ID }`,
    known.replace("query", "mutation"),
    known.replace(/\{/, "@include(if: true) {"),
    JSON.stringify(parse(known)),
    "not graphql",
    "#",
    "null",
    "[]",
    "x".repeat(100_000),
    `{ ${"currentUser { id } ".repeat(3_000)} }`,
  ];
  for (const other of others) {
    expect([other.slice(0, 60), await codeOf(other)]).toEqual([
      other.slice(0, 60),
      expect.toBeOneOf(["UNKNOWN_OPERATION", "BAD_REQUEST"]),
    ]);
  }
  Object.assign(task.meta, { cases: others.length });
});

it("holds for subscriptions as well", async () => {
  const known = documents.find((text) => text.startsWith("subscription")) ?? "";
  expect(known).not.toBe("");
  expect(await overSocket("subscription S { jobs { id } }")).toContain("only the operations");
  // A tree in place of the text must not slip past.
  expect(await overSocket(parse("{ currentUser { id } }"))).toContain("closed 4400");
  expect(await overSocket(parse('subscription S { job(projectId: "x", id: "y") { id } }'))).toContain(
    "closed 4400",
  );
  expect(await overSocket("query Q { currentUser { id } }")).toContain("only the operations");
  expect(await overSocket(known)).not.toContain("only the operations");
});

async function overSocket(query: string | DocumentNode): Promise<string> {
  const headers = { cookie };
  const socket = new WebSocket(
    `${server.urls.api.replace("http", "ws")}/v1/graphql`,
    "graphql-transport-ws",
    {
      headers,
      origin: server.urls.console,
    },
  );
  socket.on("open", () => socket.send(JSON.stringify({ type: "connection_init" })));
  const answer = await new Promise<string>((resolve) => {
    socket.on("close", (code, reason) => resolve(`closed ${code} ${reason.toString()}`));
    socket.on("message", (data: Buffer) => {
      const text = data.toString();
      if (text.includes("connection_ack")) {
        socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: { query } }));
      } else if (!text.includes('"ping"')) resolve(text);
    });
  });
  socket.close();
  return answer;
}
