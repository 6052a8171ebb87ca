import { describe, expect, it } from "vitest";
import { type Mode, startTestingModel } from "#testing/model.ts";
import { aCredential, aStudio } from "#testing/studio.ts";
import { agentLab } from "./agent-lab.ts";

const lab = agentLab();

describe("a turn with a model", () => {
  it("streams the answer, cites the passages it names and records what it used", async () => {
    await lab.studio.run(
      `mutation SetLlmPrice($projectId: ID!) { setLlmPrice(projectId: $projectId,
        price: { model: "test-model", inputPerMillion: 10, outputPerMillion: 100 }) { model } }`,
      { projectId: lab.studio.projectId },
    );
    lab.model.reply = () => ({ text: "One bag of 23 kg is included [1]." });
    const deltas: string[] = [];
    const result = await lab.turn({
      agent: { fileIds: [lab.fileId] },
      onDelta: (delta) => deltas.push(delta),
    });
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
    expect(result.citations).toMatchObject([{ number: 1, title: "luggage.md", fileId: lab.fileId }]);
    expect(result.citations[0]?.passage).toContain("23 kg");
    const prompt = String(lab.model.requests.at(-1)?.messages[0]?.content);
    expect(prompt).toContain("You are Iris");
    expect(prompt).toContain("One bag of 23 kg");
    const usage = await lab.studio.run<{ llmUsage: { cost: number; passages: unknown[]; source: string }[] }>(
      `query LlmUsage($projectId: ID!) { llmUsage(projectId: $projectId, limit: 1) { cost passages source } }`,
      { projectId: lab.studio.projectId },
    );
    expect(usage.llmUsage[0]).toMatchObject({ cost: 0.003, source: "CHAT" });
    expect(usage.llmUsage[0]?.passages).not.toHaveLength(0);
  });

  it("sends the history once, without the words that are asked now", async () => {
    await lab.turn({
      history: [
        { role: "visitor", text: "Hi" },
        { role: "bot", text: "Hello" },
        { role: "visitor", text: "How heavy may my bag be?" },
      ],
    });
    expect(
      lab.model.requests
        .at(-1)
        ?.messages.slice(1)
        .map((message) => message.role),
    ).toEqual(["user", "assistant", "user"]);
  });

  it("hands a request to a task, which answers with its own instructions", async () => {
    const tasks = [{ id: "rebook", name: "Rebook", description: "Moves a booking to another day." }];
    lab.model.reply = ({ messages, tools }) => {
      if (JSON.stringify(messages[0]).includes("Your task is")) return { text: "Moved to Friday." };
      return messages.at(-1)?.role === "tool" || !tools
        ? { text: "Done: it was moved to Friday." }
        : { toolCalls: [{ name: "do_task", arguments: { task: "rebook", request: "Friday please" } }] };
    };
    const result = await lab.turn({ agent: { tasks }, text: "Can I travel on Friday instead?" });
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
      lab.model.mode = mode;
      const began = performance.now();
      const result = await lab.turn({ agent: { fallbackMessage: fallback } });
      // Room for a busy machine; what matters is that nothing waits for the endpoint.
      expect(performance.now() - began).toBeLessThan(2_000 + 8_000);
      expect(result).toMatchObject({ text: fallback, isIncomplete: true });
      expect(result.failure).toMatch(reason);
      expect(result.usage).toMatchObject({ inputTokens: 0, outputTokens: 0, cost: 0 });
    },
  );

  it("that asks for patience is asked again, and the visitor notices nothing", async () => {
    lab.model.mode = "limit-429-once";
    expect(await lab.turn()).toMatchObject({ text: "Hello from the model.", failure: null });
    expect(lab.model.count()).toBe(2);
  });

  it("half a stream and a reset: what arrived is kept, marked incomplete and charged by its length", async () => {
    lab.model.mode = "half-stream";
    const result = await lab.turn();
    expect(result).toMatchObject({ text: "Half of the answer", isIncomplete: true });
    expect(result.usage.outputTokens).toBe(Math.ceil("Half of the answer".length / 4));
    expect(result.usage.inputTokens).toBeGreaterThan(50);
  });

  it("is left alone after several failures, and other credentials are not", async () => {
    lab.model.mode = "error-500";
    for (let calls = 0; calls < 6; calls += 1) await lab.turn();
    lab.model.count();
    for (let calls = 0; calls < 10; calls += 1) await lab.turn();
    expect(lab.model.count()).toBeLessThanOrEqual(1);
    lab.model.mode = "answer";
    const other = await aCredential(lab.studio, lab.endpoint());
    expect((await lab.turn({ agent: { credentialId: other } })).text).toBe("Hello from the model.");
  });

  it("of one project does not slow another", async () => {
    lab.model.mode = "hang";
    const stop = new AbortController();
    const waiting = Array.from({ length: 30 }, () =>
      lab.turn({ signal: stop.signal, agent: { deadlineMs: 20_000 } }),
    );
    const calm = await startTestingModel();
    const other = await aStudio(lab.server);
    const otherCredential = await aCredential(other, { ...lab.endpoint(), baseUrl: calm.url });
    const began = performance.now();
    const result = await lab.turn({ projectId: other.projectId, agent: { credentialId: otherCredential } });
    expect(result.isIncomplete).toBe(false);
    expect(performance.now() - began).toBeLessThan(10_000);
    stop.abort();
    await Promise.all(waiting);
    await calm.stop();
  });

  it("stops when the caller gives up", async () => {
    lab.model.mode = "hang";
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    const began = performance.now();
    expect((await lab.turn({ signal: stop.signal, agent: { deadlineMs: 20_000 } })).isIncomplete).toBe(true);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe("the built-in provider", () => {
  it("answers by quoting the files, says so, and finds nothing where there is nothing", async () => {
    const passages = await aCredential(lab.studio);
    const agent = { credentialId: passages, fileIds: [lab.fileId] };
    const result = await lab.turn({ agent, text: "May I bring my dog?" });
    expect(result).toMatchObject({
      text: "Small dogs travel in the cabin for 60 euros. [1]",
      usage: { provider: "Parley passages", model: "passages", cost: 0 },
      isIncomplete: false,
    });
    expect(result.citations).toMatchObject([{ title: "luggage.md" }]);
    expect((await lab.turn({ agent, text: "Who won the election?" })).citations).toEqual([]);
    expect(await lab.turn({ agent, text: "quantum entanglement", knowledgeOnly: true })).toMatchObject({
      text: "",
      isIncomplete: false,
    });
    expect((await lab.turn({ agent, text: "Small dggs in the cabim" })).text).toContain("60 euros");
  });
});
