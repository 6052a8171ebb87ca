import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aCredential, aKnowledgeFile, aStudio } from "#testing/studio.ts";
import { agentLab } from "./agent-lab.ts";

const lab = agentLab();

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
    lab.model.reply = ({ messages }) =>
      messages.some((message) => message.role === "tool")
        ? { text: "I tried." }
        : { toolCalls: [{ name: "delete_everything", arguments: {} }] };
    const result = await lab.turn({ agent: { tools: [orderTool()] } });
    expect(result.toolCalls).toEqual([]);
    expect(calls).toEqual([]);
  });

  it("cannot leave the declared arguments or the declared path", async () => {
    lab.model.reply = ({ messages }) =>
      messages.some((message) => message.role === "tool")
        ? { text: "Done." }
        : {
            toolCalls: [
              { name: "get_order", arguments: { id: "way too long for an id" } },
              { name: "get_order", arguments: { id: "1", extra: "x" } },
              { name: "get_order", arguments: { id: "../admin" } },
            ],
          };
    await lab.turn({ agent: { tools: [orderTool()] } });
    expect(calls.map((call) => call.url)).toEqual(["/orders/..%2Fadmin"]);
  });

  it("makes the same call happen once, however often it repeats it", async () => {
    lab.model.reply = ({ messages }) =>
      messages.filter((message) => message.role === "tool").length >= 4
        ? { text: "Done." }
        : {
            toolCalls: [
              { name: "get_order", arguments: { id: "7" } },
              { name: "get_order", arguments: { id: "7" } },
            ],
          };
    await lab.turn({ agent: { tools: [orderTool()] } });
    expect(calls).toHaveLength(1);
  });

  it("cannot have a call made again by an endpoint that breaks off behind it", async () => {
    let broken = 0;
    lab.model.reply = ({ messages }) => {
      if (!messages.some((message) => message.role === "tool"))
        return { toolCalls: [{ name: "get_order", arguments: { id: "7" } }] };
      if (++broken === 1) throw new Error("The connection is cut.");
      return { text: "It is on its way." };
    };
    const result = await lab.turn({ agent: { tools: [orderTool()] } });
    expect(calls).toHaveLength(1);
    expect(result.toolCalls).toHaveLength(1);
    expect(broken).toBeGreaterThan(0);
  });

  it("cannot go on past its steps", async () => {
    let number = 0;
    lab.model.reply = ({ tools }) =>
      tools
        ? { toolCalls: [{ name: "get_order", arguments: { id: String(++number) } }] }
        : { text: "Enough." };
    const result = await lab.turn({ agent: { tools: [orderTool()], maxSteps: 3 } });
    expect(lab.model.count()).toBeLessThanOrEqual(3);
    expect(result.text).toBe("Enough.");
  });

  it("cannot multiply its requests through tasks that run side by side", async () => {
    const tasks = [{ id: "t", name: "T", description: "Does things." }];
    let number = 0;
    lab.model.reply = ({ tools }) =>
      tools
        ? {
            toolCalls: Array.from({ length: 15 }, () => ({
              name: "do_task",
              arguments: { task: "t", request: `again ${++number}` },
            })),
          }
        : { text: "Enough." };
    const result = await lab.turn({ agent: { tasks, tools: [orderTool()], maxSteps: 5 } });
    expect(lab.model.count()).toBeLessThanOrEqual(5);
    expect(result.text).toBe("Enough.");
  });

  it("cannot flood a tool with calls in one step", async () => {
    lab.model.reply = ({ messages }) =>
      messages.some((message) => message.role === "tool")
        ? { text: "Done." }
        : {
            toolCalls: Array.from({ length: 60 }, (_, id) => ({
              name: "get_order",
              arguments: { id: String(id) },
            })),
          };
    const result = await lab.turn({ agent: { tools: [orderTool()] } });
    expect(calls).toHaveLength(20);
    expect(result.toolCalls).toHaveLength(20);
  });

  it("cannot be made to ask again and again while the endpoint fails", async () => {
    lab.model.mode = "error-500";
    for (let turns = 0; turns < 3; turns += 1) await lab.turn();
    // Three attempts at most for each turn, and fewer once the retry budget is used up.
    expect(lab.model.count()).toBeLessThanOrEqual(9);
  });

  it("cannot reach the files or the credential of another project", async () => {
    const other = await aStudio(lab.server);
    const otherFile = await aKnowledgeFile(
      lab.server,
      other,
      "secret.md",
      "The vault code for the bag is 4711.",
    );
    const foreignFiles = await lab.turn({ agent: { fileIds: [otherFile] }, text: "vault code bag" });
    expect(JSON.stringify(lab.model.requests.at(-1))).not.toContain("4711");
    expect(foreignFiles.citations).toEqual([]);
    const foreignCredential = await lab.turn({ projectId: other.projectId });
    expect(foreignCredential).toMatchObject({
      isIncomplete: true,
      failure: expect.stringMatching(/No model/),
    });
  });

  it("cannot make a page load a picture, not even in pieces", async () => {
    lab.model.reply = () => ({
      text: 'Look ! [x] ![secret](https://evil.example/?q=1) and <img src="https://evil.example/2"> end',
    });
    const deltas: string[] = [];
    const result = await lab.turn({ onDelta: (delta) => deltas.push(delta) });
    expect(result.text).not.toContain("evil.example");
    expect(deltas.join("")).not.toContain("evil.example");
    expect(result.text).toMatch(/^Look ! \[x\] secret and\s+end$/);
  });

  it("cannot spend more than the budget", async () => {
    const poor = await aStudio(lab.server);
    const credential = await aCredential(poor, lab.endpoint());
    await poor.run(
      `mutation SetBudget($projectId: ID!) {
        setLlmPrice(projectId: $projectId, price: { model: "test-model", inputPerMillion: 10000, outputPerMillion: 0 }) { model }
        setLlmBudget(projectId: $projectId, budget: { monthlyLimit: 1.5, alertShare: 0.5 }) { monthlyLimit } }`,
      { projectId: poor.projectId },
    );
    const ask = () => lab.turn({ projectId: poor.projectId, agent: { credentialId: credential } });
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
    lab.model.count();
    const stopped = await ask();
    expect(stopped).toMatchObject({ isIncomplete: true, failure: expect.stringMatching(/budget/) });
    expect(lab.model.count()).toBe(0);
  });
});

async function mailsTo(userId: string): Promise<string[]> {
  const rows = await lab.server.db
    .selectFrom("mailbox as m")
    .innerJoin("users as u", "u.user_name", "m.recipient")
    .select("m.subject")
    .where("u.id", "=", userId)
    .orderBy("m.created_at")
    .execute();
  return rows.map((row) => row.subject);
}
