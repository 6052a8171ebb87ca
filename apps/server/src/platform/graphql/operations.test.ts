import { buildSchema } from "graphql";
import { beforeEach, describe, expect, it } from "vitest";
import { Refused } from "./document-checks.ts";
import { addResolvers } from "./executable-schema.ts";
import { createOperations, type Operations } from "./operations.ts";

let operations: Operations;
beforeEach(() => {
  const schema = buildSchema(`
    scalar Upper
    interface Named { name: String }
    type Cat implements Named { name: String lives: Int }
    input Filter { least: Int! }
    type Query { double(of: Int!): Int! cats(filter: Filter): [Named!]! loud(text: Upper): String fails: Int }
    type Subscription { ticks: Int }`);
  addResolvers(schema, {
    Upper: { parseValue: (value: unknown) => String(value).toUpperCase() },
    Named: { resolveType: () => "Cat" },
    Query: {
      double: (_: unknown, { of }: { of: number }) => Promise.resolve(of * 2),
      cats: () => [{ name: "Tom" }],
      loud: (_: unknown, { text }: { text: string }) => text,
      fails: () => Promise.reject(new Error("No luck.")),
    },
    Cat: { lives: () => 9 },
  });
  operations = createOperations(schema, { knownOperations: undefined, hidesSchema: true });
});

const ask = async (query: string, variables?: Record<string, unknown>, operationName?: string) =>
  await operations.run({ query, variables, operationName }, {});

// Once as it is, then compiled, then compiled before.
describe.each([1, 2, 3])("asked for the time %i", (times) => {
  async function askTimes(...asked: Parameters<typeof ask>) {
    let answer: Awaited<ReturnType<typeof ask>> | undefined;
    for (let time = 0; time < times; time += 1) answer = await ask(...asked);
    return structuredClone(answer?.data);
  }

  it("answers", async () => {
    expect(await askTimes("query Q($n: Int!) { double(of: $n) }", { n: 4 })).toEqual({ double: 8 });
    expect(await askTimes("{ cats { name ... on Cat { lives } } }")).toEqual({
      cats: [{ name: "Tom", lives: 9 }],
    });
    expect(await askTimes("query Q($text: Upper) { loud(text: $text) }", { text: "hush" })).toEqual({
      loud: "HUSH",
    });
  });

  it("answers the operation that was named, of several in one text", async () => {
    const text = "query A { double(of: 1) } query B { double(of: 2) }";
    expect(await askTimes(text, {}, "A")).toEqual({ double: 2 });
    expect(await askTimes(text, {}, "B")).toEqual({ double: 4 });
    expect((await ask(text, {}, "C")).errors).toHaveLength(1);
    expect((await ask(text)).errors).toHaveLength(1);
  });

  it("refuses variables that do not fit", async () => {
    const query = "query Q($n: Int!, $filter: Filter) { double(of: $n) cats(filter: $filter) { name } }";
    expect(await askTimes(query, { n: 1 })).toEqual({ double: 2, cats: [{ name: "Tom" }] });
    for (const variables of [
      {},
      { n: null },
      { n: "1" },
      { n: 1, filter: {} },
      { n: 1, filter: { more: 1 } },
    ]) {
      const { data, errors } = await ask(query, variables);
      expect([data ?? null, errors?.[0]?.message]).toEqual([null, expect.stringMatching(/^Variable "\$/)]);
    }
  });

  it("says what failed and where", async () => {
    await askTimes("{ double(of: 1) fails }");
    const { data, errors } = await ask("{ double(of: 1) fails }");
    expect({ ...data }).toEqual({ double: 2, fails: null });
    expect([errors?.[0]?.message, errors?.[0]?.path]).toEqual(["No luck.", ["fails"]]);
  });

  it("refuses what may not be asked", async () => {
    for (const text of [
      "{ nothing }",
      "{ double",
      "subscription { ticks }",
      "{ __schema { types { name } } }",
    ]) {
      for (let time = 0; time < times; time += 1) await expect(ask(text)).rejects.toBeInstanceOf(Refused);
    }
  });
});

it("takes no resolver for what the schema does not have", () => {
  const schema = buildSchema("type Query { a: Int }");
  expect(() => addResolvers(schema, { Query: { b: () => 1 } })).toThrow(/Query\.b/);
  expect(() => addResolvers(schema, { Nothing: {} })).toThrow(/Nothing/);
});

describe("the memory of texts", () => {
  const padded = (text: string, length: number) => `${text} #${"x".repeat(length)}`;
  const mistakeIn = (text: string) => {
    try {
      operations.documentOf(text);
    } catch (error) {
      return error;
    }
    throw new Error("It is not refused.");
  };

  it("keeps what people write", () => {
    const [right, wrong] = [padded("{ fails }", 5_000), padded("{ nothing }", 5_000)];
    expect(operations.documentOf(right)).toBe(operations.documentOf(right));
    expect(mistakeIn(wrong)).toBe(mistakeIn(wrong));
  });

  it("keeps nothing that would fill it", async () => {
    const [right, wrong] = [padded("{ fails }", 100_000), padded("{ nothing }", 100_000)];
    expect(operations.documentOf(right)).not.toBe(operations.documentOf(right));
    expect(mistakeIn(wrong)).not.toBe(mistakeIn(wrong));
    const long = padded("{ double(of: 2) }", 100_000);
    for (let times = 0; times < 3; times += 1) expect((await ask(long)).data).toEqual({ double: 4 });
  });
});
