import { afterAll, beforeAll, expect, test } from "vitest";
import { at, messageIds, nodesOf } from "../testing/browser.ts";
import { openFlow } from "../testing/flows.ts";
import { type TestProvider, startTestProvider } from "../testing/provider.ts";

let server: TestProvider;
beforeAll(async () => {
  server = await startTestProvider();
});
afterAll(() => server.stop());

async function askFor(email: string) {
  const flow = await openFlow(server.browser(), "login");
  const sent = await flow.send({ method: "code", identifier: email });
  expect([sent.status, at(sent.body, "state"), messageIds(sent.body)]).toEqual([
    400,
    "sent_email",
    [1010014],
  ]);
  return { flow, sent };
}

test("a code by mail signs in; a wrong one is 4010008", async () => {
  const person = await server.person();
  const { flow, sent } = await askFor(person.email);
  expect(nodesOf(sent.body).map(({ name }) => name)).toEqual([
    "csrf_token",
    "identifier",
    "code",
    "method",
    "method",
    "resend",
  ]);
  const code = await server.codeSentTo(person.email);
  const wrong = await flow.send({
    method: "code",
    identifier: person.email,
    code: code === "999999" ? "888888" : "999999",
  });
  expect([wrong.status, messageIds(wrong.body)]).toEqual([400, [4010008]]);
  const right = await flow.send({
    method: "code",
    identifier: person.email,
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
  });
  expect([right.status, at(right.body, "session", "authentication_methods", 0, "method")]).toEqual([
    200,
    "code",
  ]);
});

test("one code makes one session, even when it is sent three times at once", async () => {
  const person = await server.person();
  const { flow } = await askFor(person.email);
  const code = await server.codeSentTo(person.email);
  const answers = await Promise.all(
    [1, 2, 3].map(() => flow.send({ method: "code", identifier: person.email, code })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  const sessions = await server.connection.db
    .selectFrom("identity_sessions")
    .select("id")
    .where("identity_id", "=", person.id)
    .execute();
  expect(sessions).toHaveLength(1);
});

test("an unknown address gets the same answer, and no code works there", async () => {
  const { flow } = await askFor("not.here@example.com");
  const answer = await flow.send({ method: "code", identifier: "not.here@example.com", code: "123456" });
  expect([answer.status, messageIds(answer.body)]).toEqual([400, [4010008]]);
});
