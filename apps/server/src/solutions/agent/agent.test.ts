import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aCredential, aKnowledgeFile, aStudio, providers, type Studio } from "#testing/studio.ts";
import { type Mode, startTestingModel, type TestingModel } from "#testing/model.ts";
import { runAgentTurn } from "./run-turn.ts";
import type { AgentTurnInput } from "./turn.ts";

let server: TestServer;
let studio: Studio;
let model: TestingModel;
let fileId: string;
let credentialId: string;

const endpoint = () => ({
  llmProviderId: providers.openaiCompatible,
  model: "test-model",
  baseUrl: model.url,
  secret: "sk-test-0123456789abcdef",
});

beforeAll(async () => {
  server = await startTestServer();
  studio = await aStudio(server);
  model = await startTestingModel();
  fileId = await aKnowledgeFile(
    server,
    studio,
    "luggage.md",
    "# Luggage\n\nOne bag of 23 kg is included.\n\n# Pets\n\nSmall dogs travel in the cabin for 60 euros.",
  );
});
afterAll(async () => {
  await model.stop();
  await server.stop();
});
beforeEach(async () => {
  model.mode = "answer";
  model.reply = () => ({ text: "Hello from the model." });
  // A credential of its own for every test: breakers and retry budgets are kept per credential.
  credentialId = await aCredential(studio, endpoint());
  model.count();
});

type Overrides = Partial<Omit<AgentTurnInput, "agent">> & { agent?: Record<string, unknown> };

function turn({ agent, ...input }: Overrides = {}) {
  return runAgentTurn(server.services, {
    projectId: studio.projectId,
    agent: { supervisorName: "Iris", brandName: "Acme", credentialId, deadlineMs: 2_000, ...agent },
    history: [],
    text: "How heavy may my bag be?",
    signal: new AbortController().signal,
    ...input,
  });
}

describe("a turn with a model", () => {
  it("streams the answer, cites the passages it names and records what it used", async () => {
    await studio.run(
      `mutation SetLlmPrice($projectId: ID!) { setLlmPrice(projectId: $projectId,
        price: { model: "test-model", inputPerMillion: 10, outputPerMillion: 100 }) { model } }`,
      { projectId: studio.projectId },
    );
    model.reply = () => ({ text: "One bag of 23 kg is included [1]." });
    const deltas: string[] = [];
    const result = await turn({ agent: { fileIds: [fileId] }, onDelta: (delta) => deltas.push(delta) });
    expect(result).toMatchObject({
      text: "One bag of 23 kg is included [1].",
      isIncomplete: false,
      failure: null,
      usage: {
        provider: "OpenAI-compatible",
        model: "test-model",
        inputTokens: 100,
        outputTokens: 20,
        cost: 0.003,
      },
    });
    expect(deltas.length).toBeGreaterThan(2);
    expect(deltas.join("")).toBe(result.text);
    expect(result.citations).toMatchObject([{ number: 1, title: "luggage.md", fileId }]);
    expect(result.citations[0]?.passage).toContain("23 kg");
    const prompt = String(model.requests.at(-1)?.messages[0]?.content);
    expect(prompt).toContain("You are Iris");
    expect(prompt).toContain("One bag of 23 kg");
    const usage = await studio.run<{ llmUsage: { cost: number; passages: unknown[]; source: string }[] }>(
      `query LlmUsage($projectId: ID!) { llmUsage(projectId: $projectId, limit: 1) { cost passages source } }`,
      { projectId: studio.projectId },
    );
    expect(usage.llmUsage[0]).toMatchObject({ cost: 0.003, source: "CHAT" });
    expect(usage.llmUsage[0]?.passages).not.toHaveLength(0);
  });

  it("sends the history once, without the words that are asked now", async () => {
    await turn({
      history: [
        { role: "visitor", text: "Hi" },
        { role: "bot", text: "Hello" },
        { role: "visitor", text: "How heavy may my bag be?" },
      ],
    });
    expect(
      model.requests
        .at(-1)
        ?.messages.slice(1)
        .map((message) => message.role),
    ).toEqual(["user", "assistant", "user"]);
  });

  it("hands a request to a task, which answers with its own instructions", async () => {
    const tasks = [{ id: "rebook", name: "Rebook", description: "Moves a booking to another day." }];
    model.reply = ({ messages, tools }) => {
      if (JSON.stringify(messages[0]).includes("Your task is")) return { text: "Moved to Friday." };
      return messages.at(-1)?.role === "tool" || !tools
        ? { text: "Done: it was moved to Friday." }
        : { toolCalls: [{ name: "do_task", arguments: { task: "rebook", request: "Friday please" } }] };
    };
    const result = await turn({ agent: { tasks }, text: "Can I travel on Friday instead?" });
    expect(result.text).toBe("Done: it was moved to Friday.");
    expect(result.toolCalls).toMatchObject([{ name: "do_task", ok: true }]);
    expect(result.usage.inputTokens).toBe(300);
  });
});

describe("an endpoint that misbehaves", () => {
  const fallback = "Please try later.";
  const modes: readonly [Mode, RegExp][] = [
    ["hang", /did not answer in time|no usable answer in time/],
    ["silence", /did not answer in time|no usable answer in time/],
    ["drip", /did not answer in time|no usable answer in time/],
    ["error-500", /failed with status 500/],
    ["limit-429", /limits how often/],
    ["invalid-json", /could not be read|broke off/],
    ["wrong-key", /refused the key/],
    ["unknown-model", /no such model/],
  ];
  it.each(modes)(
    "%s: the fallback within the deadline, with the reason for the builder, and nothing is charged",
    async (mode, reason) => {
      model.mode = mode;
      const began = performance.now();
      const result = await turn({ agent: { fallbackMessage: fallback } });
      // Room for a busy machine; what matters is that nothing waits for the endpoint.
      expect(performance.now() - began).toBeLessThan(2_000 + 8_000);
      expect(result).toMatchObject({ text: fallback, isIncomplete: true });
      expect(result.failure).toMatch(reason);
      expect(result.usage).toMatchObject({ inputTokens: 0, outputTokens: 0, cost: 0 });
    },
  );

  it("half a stream and a reset: what arrived is kept, marked incomplete and charged by its length", async () => {
    model.mode = "half-stream";
    const result = await turn();
    expect(result).toMatchObject({ text: "Half of the answer", isIncomplete: true });
    expect(result.usage.outputTokens).toBe(Math.ceil("Half of the answer".length / 4));
    expect(result.usage.inputTokens).toBeGreaterThan(50);
  });

  it("is left alone after several failures, and other credentials are not", async () => {
    model.mode = "error-500";
    for (let calls = 0; calls < 6; calls += 1) await turn();
    model.count();
    for (let calls = 0; calls < 10; calls += 1) await turn();
    expect(model.count()).toBeLessThanOrEqual(1);
    model.mode = "answer";
    const other = await aCredential(studio, endpoint());
    expect((await turn({ agent: { credentialId: other } })).text).toBe("Hello from the model.");
  });

  it("of one project does not slow another", async () => {
    model.mode = "hang";
    const stop = new AbortController();
    const waiting = Array.from({ length: 30 }, () =>
      turn({ signal: stop.signal, agent: { deadlineMs: 20_000 } }),
    );
    const calm = await startTestingModel();
    const other = await aStudio(server);
    const otherCredential = await aCredential(other, { ...endpoint(), baseUrl: calm.url });
    const began = performance.now();
    const result = await turn({ projectId: other.projectId, agent: { credentialId: otherCredential } });
    expect(result.isIncomplete).toBe(false);
    expect(performance.now() - began).toBeLessThan(10_000);
    stop.abort();
    await Promise.all(waiting);
    await calm.stop();
  });

  it("stops when the caller gives up", async () => {
    model.mode = "hang";
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    const began = performance.now();
    expect((await turn({ signal: stop.signal, agent: { deadlineMs: 20_000 } })).isIncomplete).toBe(true);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe("a model that obeys every injection", () => {
  let calls: { url: string; body: string }[] = [];
  let target: Server;
  let targetUrl = "";

  beforeAll(async () => {
    target = createServer((request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        calls.push({ url: request.url ?? "", body });
        response.end('{"status":"sent"}');
      });
    });
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => target.close(resolve)));
  beforeEach(() => {
    calls = [];
  });

  const orderTool = () => ({
    name: "get_order",
    description: "Looks an order up.",
    parameters: {
      type: "object",
      properties: { id: { type: "string", maxLength: 10 } },
      required: ["id"],
      additionalProperties: false,
    },
    method: "GET",
    url: `${targetUrl}/orders/{{id}}`,
  });

  it("cannot call a tool that is not declared", async () => {
    model.reply = ({ messages }) =>
      messages.some((message) => message.role === "tool")
        ? { text: "I tried." }
        : { toolCalls: [{ name: "delete_everything", arguments: {} }] };
    const result = await turn({ agent: { tools: [orderTool()] } });
    expect(result.toolCalls).toEqual([]);
    expect(calls).toEqual([]);
  });

  it("cannot leave the declared arguments or the declared path", async () => {
    model.reply = ({ messages }) =>
      messages.some((message) => message.role === "tool")
        ? { text: "Done." }
        : {
            toolCalls: [
              { name: "get_order", arguments: { id: "way too long for an id" } },
              { name: "get_order", arguments: { id: "1", extra: "x" } },
              { name: "get_order", arguments: { id: "../admin" } },
            ],
          };
    await turn({ agent: { tools: [orderTool()] } });
    expect(calls.map((call) => call.url)).toEqual(["/orders/..%2Fadmin"]);
  });

  it("makes the same call happen once, however often it repeats it", async () => {
    model.reply = ({ messages }) =>
      messages.filter((message) => message.role === "tool").length >= 4
        ? { text: "Done." }
        : {
            toolCalls: [
              { name: "get_order", arguments: { id: "7" } },
              { name: "get_order", arguments: { id: "7" } },
            ],
          };
    await turn({ agent: { tools: [orderTool()] } });
    expect(calls).toHaveLength(1);
  });

  it("cannot go on past its steps", async () => {
    let number = 0;
    model.reply = ({ tools }) =>
      tools
        ? { toolCalls: [{ name: "get_order", arguments: { id: String(++number) } }] }
        : { text: "Enough." };
    const result = await turn({ agent: { tools: [orderTool()], maxSteps: 3 } });
    expect(model.count()).toBeLessThanOrEqual(3);
    expect(result.text).toBe("Enough.");
  });

  it("cannot multiply its requests through tasks that run side by side", async () => {
    const tasks = [{ id: "t", name: "T", description: "Does things." }];
    let number = 0;
    model.reply = ({ tools }) =>
      tools
        ? {
            toolCalls: Array.from({ length: 15 }, () => ({
              name: "do_task",
              arguments: { task: "t", request: `again ${++number}` },
            })),
          }
        : { text: "Enough." };
    const result = await turn({ agent: { tasks, tools: [orderTool()], maxSteps: 5 } });
    expect(model.count()).toBeLessThanOrEqual(5);
    expect(result.text).toBe("Enough.");
  });

  it("cannot flood a tool with calls in one step", async () => {
    model.reply = ({ messages }) =>
      messages.some((message) => message.role === "tool")
        ? { text: "Done." }
        : {
            toolCalls: Array.from({ length: 60 }, (_, id) => ({
              name: "get_order",
              arguments: { id: String(id) },
            })),
          };
    const result = await turn({ agent: { tools: [orderTool()] } });
    expect(calls).toHaveLength(20);
    expect(result.toolCalls).toHaveLength(20);
  });

  it("cannot be made to ask again and again while the endpoint fails", async () => {
    model.mode = "error-500";
    for (let turns = 0; turns < 3; turns += 1) await turn();
    // Three attempts at most for each turn, and fewer once the retry budget is used up.
    expect(model.count()).toBeLessThanOrEqual(9);
  });

  it("cannot reach the files or the credential of another project", async () => {
    const other = await aStudio(server);
    const otherFile = await aKnowledgeFile(server, other, "secret.md", "The vault code for the bag is 4711.");
    const foreignFiles = await turn({ agent: { fileIds: [otherFile] }, text: "vault code bag" });
    expect(JSON.stringify(model.requests.at(-1))).not.toContain("4711");
    expect(foreignFiles.citations).toEqual([]);
    const foreignCredential = await turn({ projectId: other.projectId });
    expect(foreignCredential).toMatchObject({
      isIncomplete: true,
      failure: expect.stringMatching(/No model/),
    });
  });

  it("cannot make a page load a picture, not even in pieces", async () => {
    model.reply = () => ({
      text: 'Look ! [x] ![secret](https://evil.example/?q=1) and <img src="https://evil.example/2"> end',
    });
    const deltas: string[] = [];
    const result = await turn({ onDelta: (delta) => deltas.push(delta) });
    expect(result.text).not.toContain("evil.example");
    expect(deltas.join("")).not.toContain("evil.example");
    expect(result.text).toMatch(/^Look ! \[x\] secret and\s+end$/);
  });

  it("cannot spend more than the budget", async () => {
    const poor = await aStudio(server);
    const credential = await aCredential(poor, endpoint());
    await poor.run(
      `mutation SetBudget($projectId: ID!) {
        setLlmPrice(projectId: $projectId, price: { model: "test-model", inputPerMillion: 10000, outputPerMillion: 0 }) { model }
        setLlmBudget(projectId: $projectId, budget: { monthlyLimit: 1.5, alertShare: 0.5 }) { monthlyLimit } }`,
      { projectId: poor.projectId },
    );
    const ask = () => turn({ projectId: poor.projectId, agent: { credentialId: credential } });
    expect((await ask()).usage.cost).toBe(1);
    const budget = `query LlmBudget($projectId: ID!) { llmBudget(projectId: $projectId) { spentThisMonth isAlerted isStopped } }`;
    expect(await poor.run(budget, { projectId: poor.projectId })).toEqual({
      llmBudget: { spentThisMonth: 1, isAlerted: true, isStopped: false },
    });
    await ask();
    await expect
      .poll(() => mailsTo(poor.adminId), { timeout: 10_000 })
      .toEqual([
        expect.stringMatching(/^66 % of the model budget/),
        expect.stringMatching(/^The model budget of .* is used up$/),
      ]);
    model.count();
    const stopped = await ask();
    expect(stopped).toMatchObject({ isIncomplete: true, failure: expect.stringMatching(/budget/) });
    expect(model.count()).toBe(0);
  });
});

async function mailsTo(userId: string): Promise<string[]> {
  const rows = await server.db
    .selectFrom("mailbox as m")
    .innerJoin("users as u", "u.user_name", "m.recipient")
    .select("m.subject")
    .where("u.id", "=", userId)
    .orderBy("m.created_at")
    .execute();
  return rows.map((row) => row.subject);
}

describe("the built-in provider", () => {
  it("answers by quoting the files, says so, and finds nothing where there is nothing", async () => {
    const passages = await aCredential(studio);
    const agent = { credentialId: passages, fileIds: [fileId] };
    const result = await turn({ agent, text: "May I bring my dog?" });
    expect(result).toMatchObject({
      text: "Small dogs travel in the cabin for 60 euros. [1]",
      usage: { provider: "Parley passages", model: "passages", cost: 0 },
      isIncomplete: false,
    });
    expect(result.citations).toMatchObject([{ title: "luggage.md" }]);
    expect((await turn({ agent, text: "Who won the election?" })).citations).toEqual([]);
    expect(await turn({ agent, text: "quantum entanglement", knowledgeOnly: true })).toMatchObject({
      text: "",
      isIncomplete: false,
    });
    expect((await turn({ agent, text: "Small dggs in the cabim" })).text).toContain("60 euros");
  });
});
