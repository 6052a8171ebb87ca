// What a turn costs besides the model: the same endpoint asked through Parley's runtime (credential, budget, search,
// guard, record of what was used) and through the AI SDK alone, in turn.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { streamText } from "ai";
import { fork } from "node:child_process";
import { z } from "zod";
import { insertCredential } from "../apps/server/src/llm/index.ts";
import { runAgentTurn } from "../apps/server/src/solutions/index.ts";
import { makeCorpus } from "./corpus.ts";
import { type Bench, cpuMicroseconds, interleave, median } from "./measure.ts";
import { addFile, type BenchStudio, withStudio } from "./studio.ts";

const rounds = 7;
const turnsPerRound = 60;
const goalCpuMs = 5;
const goalAddedMs = 15;
const question = "How heavy may my bag be, and what does a second one cost?";

interface Measured {
  readonly firstWordMs: number;
  readonly totalMs: number;
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
}
type Ask = (onFirst: () => void) => Promise<void>;

export const bench: Bench = {
  name: "agent",
  goal: `at most ${goalCpuMs} ms CPU and ${goalAddedMs} ms to the first word added`,
  run: () =>
    withStudio(async (studio) => {
      const model = await startModel();
      try {
        const ours = await throughParley(studio, model.url);
        const alone = throughSdk(model.url);
        const contestants = {
          Parley: () => measure(studio, ours),
          "AI SDK alone": () => measure(studio, alone),
        };
        await interleave(2, contestants);
        const results = await interleave(rounds, contestants);
        const row = (name: string) => summary(results[name] ?? []);
        const [parley, sdk] = [row("Parley"), row("AI SDK alone")];
        const cpu = parley.serverCpuMs + parley.databaseCpuMs - sdk.serverCpuMs - sdk.databaseCpuMs;
        const added = parley.firstWordMs - sdk.firstWordMs;
        return {
          table: [
            { turn: "Parley", ...rounded(parley) },
            { turn: "AI SDK alone", ...rounded(sdk) },
          ],
          figure: `${cpu.toFixed(2)} ms CPU and ${added.toFixed(2)} ms to the first word added`,
          passed: cpu <= goalCpuMs && added <= goalAddedMs,
        };
      } finally {
        model.stop();
      }
    }),
};

async function startModel(): Promise<{ url: string; stop(): void }> {
  const child = fork(new URL("./servers/model.ts", import.meta.url), { stdio: "ignore" });
  const url = await new Promise<string>((resolve, reject) => {
    child.once("message", (message) => resolve(z.string().parse(message)));
    child.once("exit", () => reject(new Error("The model server did not start.")));
  });
  return { url, stop: () => child.disconnect() };
}

async function throughParley(studio: BenchStudio, baseUrl: string): Promise<Ask> {
  const { services, projectId, accountId } = studio;
  const provider = await services.db
    .selectFrom("llm_providers")
    .select("id")
    .where("kind", "=", "openai-compatible")
    .executeTakeFirstOrThrow();
  const credentialId = await services.db.transaction().execute((tx) =>
    insertCredential(tx, services, {
      projectId,
      accountId,
      llmProviderId: provider.id,
      name: "Bench",
      model: "bench",
      baseUrl,
      secret: "sk-bench-0123456789",
    }),
  );
  const own = [
    {
      heading: "Baggage",
      content: "One bag of 23 kg is included in every fare, and a second one costs 45 euros.",
    },
  ];
  const fileId = await addFile(studio, "baggage.md", [...own, ...makeCorpus(500).chunks]);
  const agent = {
    credentialId,
    fileIds: [fileId],
    supervisorName: "Iris",
    brandName: "Acme",
    tone: "Friendly",
  };
  return async (onFirst) => {
    const answer = await runAgentTurn(services, {
      projectId,
      agent,
      history: [],
      text: question,
      signal: new AbortController().signal,
      onDelta: onFirst,
    });
    if (answer.isIncomplete || answer.citations.length === 0)
      throw new Error(`No real answer: ${answer.failure}`);
  };
}

function throughSdk(baseURL: string): Ask {
  const provider = createOpenAICompatible({
    name: "bench",
    baseURL,
    apiKey: "sk-bench-0123456789",
    includeUsage: true,
  });
  return async (onFirst) => {
    const { textStream } = streamText({ model: provider("bench"), prompt: question, maxRetries: 0 });
    for await (const _ of textStream) onFirst();
  };
}

async function measure({ postgresPid }: BenchStudio, ask: Ask): Promise<Measured> {
  const first: number[] = [];
  const total: number[] = [];
  const cpu = process.cpuUsage();
  const databaseCpu = cpuMicroseconds(postgresPid);
  for (let turn = 0; turn < turnsPerRound; turn += 1) {
    const began = performance.now();
    let firstAt = 0;
    await ask(() => (firstAt ||= performance.now()));
    first.push(firstAt - began);
    total.push(performance.now() - began);
  }
  const used = process.cpuUsage(cpu);
  return {
    firstWordMs: median(first),
    totalMs: median(total),
    serverCpuMs: (used.user + used.system) / 1_000 / turnsPerRound,
    databaseCpuMs: (cpuMicroseconds(postgresPid) - databaseCpu) / 1_000 / turnsPerRound,
  };
}

function summary(results: readonly Measured[]): Measured {
  const of = (pick: (result: Measured) => number) => median(results.map(pick));
  return {
    firstWordMs: of((it) => it.firstWordMs),
    totalMs: of((it) => it.totalMs),
    serverCpuMs: of((it) => it.serverCpuMs),
    databaseCpuMs: of((it) => it.databaseCpuMs),
  };
}

function rounded({ firstWordMs, totalMs, serverCpuMs, databaseCpuMs }: Measured) {
  return {
    "first word ms": firstWordMs.toFixed(2),
    "whole answer ms": totalMs.toFixed(2),
    "server CPU ms": serverCpuMs.toFixed(2),
    "database CPU ms": databaseCpuMs.toFixed(2),
  };
}
