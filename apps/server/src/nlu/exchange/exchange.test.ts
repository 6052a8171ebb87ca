import fc from "fast-check";
import { expect, test } from "vitest";
import { intentsFromCsv, intentsToCsv } from "./csv.ts";
import { intentsFromRasaYaml, intentsToRasaYaml } from "./rasa-yaml.ts";

test("CSV with quotes, commas, line breaks and either line ending is read", () => {
  const source = '\ufeffUtterance,Intent\r\n"hello, ""you""",greet\r\nhi,greet\n"two\nlines",other\r\n';
  expect(intentsFromCsv(source)).toEqual({
    intents: [
      { name: "greet", utterances: ['hello, "you"', "hi"] },
      { name: "other", utterances: ["two\nlines"] },
    ],
    entities: [],
    problems: [],
  });
});

test.each([
  ["a,b\nx,y\n", 1, /columns “intent” and “utterance”/],
  ['intent,utterance\ngreet,hi\ngreet,"open', 3, /never closed/],
  ['intent,utterance\ngreet,"two\nlines"\ngreet,"a"b\n', 4, /after a closing/],
  ["intent,utterance\n\ngreet,\n", 3, /utterance is missing/],
  ["intent,utterance\n,hello\n", 2, /intent is missing/],
  ["", 1, /columns/],
])("a CSV mistake is told with its line: %j", (source, line, message) => {
  expect(intentsFromCsv(source).problems).toEqual([
    { line, severity: "error", message: expect.stringMatching(message) },
  ]);
});

const rasa = `version: "3.1"
# a comment
nlu:
- intent: book_flight
  examples: |
    - fly to [Rome](city)
    - fly from [NYC]{"entity": "city", "role": "from", "value": "New York"}
    - to [Munich](city:München) # not a comment here

- intent: "greet: formal"
  examples: |
    - good day
- synonym: Rome
  examples: |
    - Roma
- lookup: drink
  examples: |
    - tea
- regex: order
  examples: |
    - ORD-\\d+
stories:
- story: x
`;

test("Rasa YAML with annotations, synonyms, look-ups and patterns is read", () => {
  expect(intentsFromRasaYaml(rasa)).toEqual({
    intents: [
      { name: "book_flight", utterances: ["fly to Rome", "fly from NYC", "to Munich # not a comment here"] },
      { name: "greet: formal", utterances: ["good day"] },
    ],
    entities: [
      {
        name: "city",
        type: "enumeration",
        values: [
          { value: "Rome", synonyms: ["Roma"] },
          { value: "New York", synonyms: ["NYC"] },
          { value: "München", synonyms: ["Munich"] },
        ],
      },
      { name: "drink", type: "enumeration", values: [{ value: "tea" }] },
      { name: "order", type: "regex", pattern: "ORD-\\d+" },
    ],
    problems: [{ line: 22, severity: "warning", message: expect.stringContaining("“stories”") }],
  });
});

test.each([
  ["nlu: [ {intent: x} ]\n", 1, /lines below it/],
  ["nlu:\n- intent:\n  examples: |\n    - x\n", 2, /no name/],
  ["nlu:\n- intent: a\n  examples:\n    - x\n", 3, /Write “examples: \|”/],
  ["nlu:\n- intent: a\n  examples: |\n    hello\n", 4, /begins with “- ”/],
  ["nlu:\n- story: a\n", 2, /“- intent: name” is/],
  ["nlu:\n- intent: a\n\texamples: |\n", 3, /tabs/],
  ["hello\n", 1, /not expected/],
  ["nlu:\n- intent: a\n  examples: |\n    - go [x]( : y)\n", 4, /names no entity/],
])("a Rasa mistake is told with its line: %j", (source, line, message) => {
  expect(intentsFromRasaYaml(source).problems).toContainEqual({
    line,
    severity: "error",
    message: expect.stringMatching(message),
  });
});

const phrase = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .map((text) => text.trim())
  .filter((text) => text !== "" && !/[[\]]/.test(text));
const intents = fc
  .uniqueArray(fc.tuple(phrase, fc.uniqueArray(phrase, { minLength: 1, maxLength: 4 })), {
    selector: ([name]) => name,
    maxLength: 4,
  })
  .map((list) => list.map(([name, utterances]) => ({ name, utterances })));

test("whatever is written as CSV reads back the same", () => {
  fc.assert(
    fc.property(intents, (list) => {
      expect(intentsFromCsv(intentsToCsv(list))).toEqual({ intents: list, entities: [], problems: [] });
    }),
  );
});

test("whatever is written as Rasa YAML reads back the same", () => {
  fc.assert(
    fc.property(intents, (list) => {
      expect(intentsFromRasaYaml(intentsToRasaYaml(list))).toEqual({
        intents: list,
        entities: [],
        problems: [],
      });
    }),
  );
});

test("a Unicode line separator inside an utterance does not end it", () => {
  const list = [{ name: "odd\u2028name", utterances: ["one\u2028two", "a\u0085b"] }];
  expect(intentsFromRasaYaml(intentsToRasaYaml(list)).intents).toEqual(list);
});

test("entities go out with the intents and come back", () => {
  const entities = [
    {
      name: "city",
      type: "enumeration" as const,
      values: [{ value: "Rome", synonyms: ["Roma"] }, { value: "Oslo" }],
    },
    { name: "order", type: "regex" as const, pattern: "ORD-\\d+" },
  ];
  const written = intentsToRasaYaml([{ name: "go", utterances: ["go to Rome"] }], entities);
  expect(intentsFromRasaYaml(written)).toMatchObject({ entities, problems: [] });
});

test("what visitors said is no formula in a spreadsheet, and reads back", ({ task }) => {
  const starts = ["=", "+", "-", "@", "|", "%", "＝", " =", "\u00a0@", "'=", "x;="];
  const utterances = starts.map((start, index) => `${start}HYPERLINK("https://evil.example/${index}")`);
  const csv = intentsToCsv([{ name: "greet", utterances }]);
  const lines = csv.trimEnd().split("\r\n").slice(1);
  expect(lines).toHaveLength(starts.length);
  for (const line of lines) expect(line).toMatch(/^greet,("'|"x;)/);
  const read = intentsFromCsv(csv).intents[0]?.utterances;
  expect(read).toEqual(utterances.map((utterance) => utterance.trim()));
  Object.assign(task.meta, { cases: starts.length });
});
