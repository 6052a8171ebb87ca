// The endpoint of the language model hangs, fails, breaks off or drips: the visitor is answered in time all the same.
import { join } from "node:path";
import { aChat, aNode } from "../../apps/server/src/conversations/testing.ts";
import { connectDatabase } from "../../apps/server/src/platform/database.ts";
import { newId } from "../../apps/server/src/platform/ids.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { type Mode, startTestingModel, type TestingModel } from "../../apps/server/src/testing/model.ts";
import type { TestServer } from "../../apps/server/src/testing/server.ts";
import { providers } from "../../apps/server/src/testing/studio.ts";
import type { Bed } from "../harness/bed.ts";
import type { Fault } from "../harness/fault.ts";
import { judge, type Ledger, openLedger } from "../harness/ledger.ts";
import { shop } from "../harness/world.ts";
import { WebSocket } from "ws";

const deadlineMs = 1_500;
/** Beyond the deadline: 250 ms by the promise, and room for a machine that runs the model and other faults as well. */
const roomMs = { short: 6_000, long: 1_250 };
const modes: readonly Mode[] = [
  "hang",
  "silence",
  "error-500",
  "limit-429",
  "half-stream",
  "invalid-json",
  "drip",
];
const fallback = "Please try later.";

export const fault: Fault = {
  id: "R3",
  title: "a language model that hangs, fails, breaks off or drips",
  async run(bed) {
    const { product, databaseUrl } = await bed.shared();
    const model = await startTestingModel();
    const connection = connectDatabase(databaseUrl, 2, createLog("silent"));
    const ledger = openLedger(join(bed.folder, "ledgers", "r3"));
    const broken: string[] = [];
    const effects = new Map<string, { count: number; isWhole: boolean }>();
    const repeats = bed.scale === "short" ? 1 : 5;
    let slowest = 0;
    try {
      const outcomes = await Promise.all(
        modes.map(async (mode) => {
          const own = await startTestingModel();
          own.mode = mode;
          try {
            const widgetId = await agentChat(connection.db, own);
            for (let turn = 0; turn < repeats; turn += 1) {
              const id = `chat-${mode}-${turn}`;
              const { answers, ms } = await ask(product.apiUrl, widgetId, id, ledger);
              effects.set(id, { count: answers.length, isWhole: answers.length > 0 });
              slowest = Math.max(slowest, ms);
              if (ms > deadlineMs + roomMs[bed.scale])
                broken.push(`${mode}: answered after ${Math.round(ms)} ms.`);
              const expected = mode === "half-stream" ? "Half of the answer" : fallback;
              if (!answers[0]?.includes(expected)) broken.push(`${mode}: said “${answers.join(" / ")}”.`);
            }
            return own.requests.length;
          } finally {
            await own.stop();
          }
        }),
      );
      const requests = outcomes.reduce((sum, count) => sum + count, 0);
      // The other endpoints' trouble is not this one's.
      const widgetId = await agentChat(connection.db, model);
      const healthy = await ask(product.apiUrl, widgetId, "chat-healthy-0", ledger);
      effects.set("chat-healthy-0", { count: healthy.answers.length, isWhole: true });
      if (!healthy.answers[0]?.includes("Hello from the model"))
        broken.push("A healthy model was not heard.");
      const amplification = await withOpenBreaker(bed, product.apiUrl, connection.db, model, ledger, effects);
      if (amplification > 1.1)
        broken.push(`${amplification.toFixed(2)} requests per turn with the breaker open.`);
      return {
        ...judge(ledger.entries(), effects),
        rounds: modes.length * repeats,
        recoveryMs: healthy.ms,
        broken,
        notes: [
          `slowest answer ${Math.round(slowest)} ms at a deadline of ${deadlineMs} ms`,
          `${requests} requests`,
          `${amplification.toFixed(2)} requests per turn when it fails for long`,
        ],
      };
    } finally {
      await connection.close();
      await model.stop();
    }
  },
};

type Db = ReturnType<typeof connectDatabase>["db"];

async function agentChat(db: Db, model: TestingModel): Promise<string> {
  const credentialId = newId();
  const agent = { credentialId, deadlineMs, fallbackMessage: fallback };
  const chat = await aChat({ db } as unknown as TestServer, {
    nodes: [aNode("start", "start", { message: "Welcome" })],
    files: [{ filePath: "agent.json", content: JSON.stringify(agent) }],
    domain: { host: "shop.example", port: null, pathPrefix: `/${credentialId}` },
  });
  // Without a key there is nothing to seal, so that the row alone is a credential.
  await db
    .insertInto("llm_credentials")
    .values({
      id: credentialId,
      project_id: chat.projectId,
      llm_provider_id: providers.openaiCompatible,
      name: "Model",
      model: "test-model",
      base_url: model.url,
    })
    .execute();
  return chat.widgetId;
}

/** Says one thing and listens until the bot has been quiet for a while. */
async function ask(apiUrl: string, widgetId: string, id: string, ledger: Ledger) {
  const socket = new WebSocket(`${apiUrl.replace("http", "ws")}/chat`, { origin: shop });
  const answers: string[] = [];
  let begun = 0;
  let ms = 0;
  await new Promise<void>((resolve, reject) => {
    const tooLate = setTimeout(() => reject(new Error(`${id} was never answered.`)), 40_000);
    socket.on("error", reject);
    socket.on("open", () => socket.send(JSON.stringify({ type: "hello", widgetId })));
    socket.on("message", (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as {
        type: string;
        id?: string;
        message?: { author: string; content: { text?: string } };
      };
      if (frame.type === "accepted" && frame.id) ledger.acknowledge(frame.id);
      if (frame.message?.author !== "bot") return;
      if (begun === 0) {
        ledger.intend(id, "chat");
        begun = performance.now();
        socket.send(
          JSON.stringify({ type: "send", id, content: { type: "text", text: "How heavy may my bag be?" } }),
        );
        return;
      }
      answers.push(frame.message.content.text ?? "");
      ms ||= performance.now() - begun;
      clearTimeout(tooLate);
      setTimeout(resolve, 150);
    });
  });
  socket.terminate();
  return { answers, ms };
}

/** After it has failed for a while, an endpoint is asked no more than once per turn, and soon hardly at all. */
async function withOpenBreaker(
  bed: Bed,
  apiUrl: string,
  db: Db,
  model: TestingModel,
  ledger: Ledger,
  effects: Map<string, { count: number; isWhole: boolean }>,
): Promise<number> {
  model.mode = "error-500";
  const widgetId = await agentChat(db, model);
  const turns = bed.scale === "short" ? 8 : 30;
  const warmUp = 6;
  for (let turn = 0; turn < turns; turn += 1) {
    if (turn === warmUp) model.count();
    const id = `chat-breaker-${turn}`;
    const { answers } = await ask(apiUrl, widgetId, id, ledger);
    effects.set(id, { count: answers.length, isWhole: answers.length > 0 });
  }
  return model.count() / (turns - warmUp);
}
