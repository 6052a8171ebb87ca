import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestingModel, type TestingModel } from "#testing/model.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { loseWorker } from "#testing/lost-worker.ts";
import { aCredential, aKnowledgeFile, aSolution, aStudio, providers, type Studio } from "#testing/studio.ts";
import { expectationProblem, judgedByRule } from "./expectations.ts";

let server: TestServer;
let studio: Studio;
let model: TestingModel;
let solution: { id: string; versionId: string };
let judgeId: string;

beforeAll(async () => {
  server = await startTestServer();
  studio = await aStudio(server);
  model = await startTestingModel();
  const fileId = await aKnowledgeFile(
    server,
    studio,
    "faq.md",
    "# Hours\n\nThe shop is open from 9 to 17.\n\n# Refunds\n\nA refund takes seven days.",
  );
  const llmCredentialId = await aCredential(studio);
  judgeId = await aCredential(studio, {
    llmProviderId: providers.openaiCompatible,
    model: "judge",
    baseUrl: model.url,
  });
  solution = await aSolution(studio, {
    brandName: "Acme",
    supervisorName: "Iris",
    llmCredentialId,
    fileIds: [fileId],
  });
});
afterAll(async () => {
  await model.stop();
  await server.stop();
});
beforeEach(() => {
  model.mode = "answer";
});

const runFields = `id status total passed failed isCurrent versionNumber error results { input passed reason answer }`;
interface Run {
  id: string;
  status: string;
  total: number;
  passed: number;
  failed: number;
  isCurrent: boolean;
  results: { input: string; passed: boolean; reason: string }[];
}

async function aSet(cases: Record<string, unknown>[]): Promise<string> {
  const made = await studio.run<{ createEvaluationSet: { id: string } }>(
    `mutation CreateEvaluationSet($solutionId: ID!, $name: String!, $cases: [EvaluationCaseInput!]) {
      createEvaluationSet(solutionId: $solutionId, name: $name, cases: $cases) { id } }`,
    { solutionId: solution.id, name: `Set ${Math.random()}`, cases },
  );
  return made.createEvaluationSet.id;
}

async function finishedRun(setId: string, judgeCredentialId?: string): Promise<Run> {
  const started = await studio.run<{ startEvaluationRun: Run }>(
    `mutation StartEvaluationRun($setId: ID!, $version: ID!, $judge: ID) {
      startEvaluationRun(setId: $setId, solutionVersionId: $version, judgeCredentialId: $judge) { ${runFields} } }`,
    { setId, version: solution.versionId, judge: judgeCredentialId },
  );
  const read = async () =>
    (
      await studio.run<{ evaluationRun: Run }>(
        `query EvaluationRun($id: ID!) { evaluationRun(id: $id) { ${runFields} } }`,
        {
          id: started.startEvaluationRun.id,
        },
      )
    ).evaluationRun;
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe("FINISHED");
  return read();
}

describe("a run", () => {
  it("judges every case, keeps the reasons and compares with another run", async () => {
    const setId = await aSet([
      { input: "When are you open?", expectation: "CONTAINS", expected: "9 to 17" },
      { input: "How long does a refund take?", expectation: "CITES_FILE", expected: "faq.md" },
      { input: "How long does a refund take?", expectation: "MATCHES", expected: "seven (days|weeks)" },
      { input: "When are you open?", expectation: "CONTAINS", expected: "midnight" },
      { input: "When are you open?", expectation: "JUDGE", expected: "Says the opening hours." },
    ]);
    model.reply = () => ({ text: "PASS: it names them." });
    const first = await finishedRun(setId, judgeId);
    expect(first).toMatchObject({ total: 5, passed: 4, failed: 1, isCurrent: true });
    expect(first.results.map((result) => result.passed)).toEqual([true, true, true, false, true]);
    expect(first.results[3]?.reason).toMatch(/does not contain “midnight”/);
    model.reply = () => ({ text: "I would rather not say." });
    const second = await finishedRun(setId, judgeId);
    expect(second.results[4]).toMatchObject({ passed: false, reason: "The judge gave no verdict." });
    const compared = await studio.run<{ compareEvaluationRuns: { change: string; expectation: string }[] }>(
      `query CompareEvaluationRuns($a: ID!, $b: ID!) { compareEvaluationRuns(beforeId: $a, afterId: $b) { change expectation } }`,
      { a: first.id, b: second.id },
    );
    expect(compared.compareEvaluationRuns[0]).toEqual({ change: "BROKEN", expectation: "JUDGE" });
    expect(compared.compareEvaluationRuns.filter((it) => it.change === "SAME")).toHaveLength(4);
  });

  it("asks for a judge where one is needed, and refuses one that cannot judge", async () => {
    const setId = await aSet([{ input: "Hi", expectation: "JUDGE", expected: "Is polite." }]);
    const start = `mutation StartEvaluationRun($setId: ID!, $version: ID!, $judge: ID) {
      startEvaluationRun(setId: $setId, solutionVersionId: $version, judgeCredentialId: $judge) { id } }`;
    const variables = { setId, version: solution.versionId };
    await expect(studio.run(start, variables)).rejects.toThrow(/need a judge/);
    await expect(studio.run(start, { ...variables, judge: await aCredential(studio) })).rejects.toThrow(
      /cannot judge/,
    );
  });
});

describe("a worker that is killed in the middle of a run", () => {
  it("is replaced: cases that were judged are not asked again, and nothing counts twice", async () => {
    const own = await aSolution(studio, { supervisorName: "Iris", llmCredentialId: judgeId });
    const made = await studio.run<{ createEvaluationSet: { id: string } }>(
      `mutation CreateEvaluationSet($solutionId: ID!, $cases: [EvaluationCaseInput!]) {
        createEvaluationSet(solutionId: $solutionId, name: "Killed", cases: $cases) { id } }`,
      {
        solutionId: own.id,
        cases: ["One?", "Two?", "Three?"].map((input) => ({
          input,
          expectation: "CONTAINS",
          expected: "yes",
        })),
      },
    );
    model.reply = ({ messages }) => {
      // The second question is never answered to the worker that is killed.
      if (String(messages.at(-1)?.content).includes("One?")) model.mode = "hang";
      return { text: "yes" };
    };
    const started = await studio.run<{ startEvaluationRun: { id: string; jobId: string } }>(
      `mutation StartEvaluationRun($set: ID!, $version: ID!) {
        startEvaluationRun(setId: $set, solutionVersionId: $version) { id jobId } }`,
      { set: made.createEvaluationSet.id, version: own.versionId },
    );
    const { id, jobId } = started.startEvaluationRun;
    const asked = (question: string) =>
      model.requests.filter((request) => String(request.messages.at(-1)?.content).includes(question)).length;
    await expect.poll(() => asked("Two?"), { timeout: 20_000 }).toBe(1);
    model.mode = "answer";
    model.reply = () => ({ text: "yes" });
    await loseWorker(server, jobId);
    const read = () =>
      studio.run<{ evaluationRun: Run }>(
        `query EvaluationRun($id: ID!) { evaluationRun(id: $id) { ${runFields} } }`,
        { id },
      );
    await expect.poll(async () => (await read()).evaluationRun.status, { timeout: 20_000 }).toBe("FINISHED");
    expect((await read()).evaluationRun).toMatchObject({ total: 3, passed: 3, failed: 0 });
    expect([asked("One?"), asked("Two?"), asked("Three?")]).toEqual([1, 2, 1]);
  });
});

describe("cases", () => {
  it("come from CSV, and a bad line is named", async () => {
    const setId = await aSet([]);
    const add = `mutation ImportEvaluationCases($id: ID!, $csv: String!) { importEvaluationCases(id: $id, csv: $csv) { cases { input expectation expected source } } }`;
    const csv = 'input,expectation,expected\n"Hi, there",contains,Hello\nRefund?,cites file,faq.md\n';
    const added = await studio.run<{ importEvaluationCases: { cases: unknown[] } }>(add, { id: setId, csv });
    expect(added.importEvaluationCases.cases).toEqual([
      { input: "Hi, there", expectation: "CONTAINS", expected: "Hello", source: "CSV" },
      { input: "Refund?", expectation: "CITES_FILE", expected: "faq.md", source: "CSV" },
    ]);
    await expect(
      studio.run(add, { id: setId, csv: "input,expectation,expected\na,guess,b" }),
    ).rejects.toThrow(/Line 2: the expectation GUESS/);
    await expect(studio.run(add, { id: setId, csv: "question,answer\na,b" })).rejects.toThrow(
      /must name the columns/,
    );
  });

  it("are judged by rule without surprises", () => {
    const answer = { text: '```json\n{"ok": true}\n```', citations: [] };
    const schema = '{"type":"object","required":["ok"],"properties":{"ok":{"type":"boolean"}}}';
    expect(judgedByRule("JSON_SCHEMA", schema, answer).passed).toBe(true);
    expect(judgedByRule("JSON_SCHEMA", schema, { ...answer, text: '{"ok": 1}' }).reason).toMatch(/boolean/);
    expect(judgedByRule("JSON_SCHEMA", schema, { ...answer, text: "fine" }).reason).toBe(
      "The answer is not JSON.",
    );
    expect(expectationProblem("MATCHES", "(a+)+$")).toBeUndefined();
    expect(expectationProblem("MATCHES", "(?=x)")).toBeTruthy();
    expect(expectationProblem("JSON_SCHEMA", '{"pattern":"x"}')).toMatch(/may not use pattern/);
    const began = process.cpuUsage();
    judgedByRule("MATCHES", "(a+)+b", { text: "a".repeat(1_500), citations: [] });
    expect(process.cpuUsage(began).user).toBeLessThan(500_000);
  });
});

describe("the publish gate", () => {
  it("holds a version back until its evaluation passed as it is now", async () => {
    const setId = await aSet([{ input: "When are you open?", expectation: "CONTAINS", expected: "9 to 17" }]);
    await studio.run(
      `mutation SetPublishGate($id: ID!, $set: ID) { setPublishGate(solutionId: $id, gate: { environment: LIVE, evaluationSetId: $set }) { environment } }`,
      { id: solution.id, set: setId },
    );
    const publish = (environment: string) =>
      studio.run<{ publishSolutionVersion: { checks: { name: string; passed: boolean }[] } }>(
        `mutation PublishSolutionVersion($id: ID!) { publishSolutionVersion(solutionVersionId: $id, environment: ${environment}) { checks { name passed message } } }`,
        { id: solution.versionId },
      );
    await expect(publish("LIVE")).rejects.toThrow(/was not evaluated yet/);
    await finishedRun(setId);
    await studio.run(
      `mutation UpdateSolutionVersion($v: SolutionVersionInput!) { updateSolutionVersion(version: $v) { id } }`,
      { v: { id: solution.versionId, tone: "Other" } },
    );
    await expect(publish("LIVE")).rejects.toThrow(/changed since/);
    await finishedRun(setId);
    const { checks } = (await publish("LIVE")).publishSolutionVersion;
    expect(checks.find((check) => check.name === "evaluation")).toMatchObject({
      passed: true,
      message: expect.stringContaining("1 of 1 passed"),
    });
    await expect(
      studio.run(`mutation DeleteEvaluationSet($id: ID!) { deleteEvaluationSet(id: $id) }`, { id: setId }),
    ).rejects.toThrow(/must pass before Live/);
  });
});
