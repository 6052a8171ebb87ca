import { afterAll, beforeAll, expect, it } from "vitest";
import { problemFromText } from "@parley/flow";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ withDemo: true });
});
afterAll(() => server.stop());

it("answers, is published without an error in its flow, and passes its own evaluation", async () => {
  const versions = await server.db
    .selectFrom("solution_versions as v")
    .innerJoin("solutions as s", "s.id", "v.solution_id")
    .leftJoin("pro_studio_versions as p", "p.solution_version_id", "v.id")
    .select(["v.number", "v.published_at", "p.last_server_validation_messages as messages", "s.bot_id"])
    .where("s.name", "=", "Travel helper")
    .orderBy("v.number")
    .execute();
  expect(versions.map((version) => version.published_at !== null)).toEqual([true, false]);
  const errors = (versions[0]?.messages ?? [])
    .map(problemFromText)
    .filter((problem) => problem.severity === "error");
  expect(errors).toEqual([]);
  const run = () =>
    server.db.selectFrom("evaluation_runs").select(["status", "passed", "total"]).executeTakeFirstOrThrow();
  await expect.poll(async () => (await run()).status, { timeout: 20_000 }).toBe("FINISHED");
  const failed = await server.db
    .selectFrom("evaluation_results")
    .select(["input", "answer", "reason"])
    .where("passed", "=", false)
    .execute();
  expect(failed).toEqual([]);
});
