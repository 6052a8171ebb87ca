import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { at, createBrowser, messageIds, textAt } from "./testing/browser.ts";
import { continueFlow } from "./testing/flows.ts";
import { type TestProvider, startTestProvider } from "./testing/provider.ts";

const patience = { headersMs: 30_000, checkEveryMs: 50, looks: 10, leastBytesPerSecond: 500, idleMs: 1_000 };
let server: TestProvider;
beforeAll(async () => {
  server = await startTestProvider({ settings: { patience } });
});
afterAll(() => server.stop());
const admin = () => createBrowser(server.adminUrl);

test("identities: made, read, listed, changed, patched, deleted", async () => {
  const password = "imported by hand";
  const made = await admin().postJson("/admin/identities", {
    schema_id: "default",
    traits: { email: "Carl@example.com", name: { first: "Carl" } },
    credentials: { password: { config: { password } } },
    metadata_public: { plan: "x" },
    verifiable_addresses: [{ value: "carl@example.com", verified: true, via: "email", status: "completed" }],
  });
  expect(made.status).toBe(201);
  const id = textAt(made.body, "id");
  expect(made.body).toMatchObject({
    traits: { email: "carl@example.com" },
    state: "active",
    metadata_public: { plan: "x" },
  });
  expect(JSON.stringify(made.body)).not.toContain("argon2");
  expect(at(made.body, "credentials", "password", "identifiers")).toEqual(["carl@example.com"]);
  await server.signIn({ id, email: "carl@example.com", password });

  const twice = await admin().postJson("/admin/identities", {
    schema_id: "default",
    traits: { email: "carl@example.com" },
  });
  expect(twice.status).toBe(409);
  const wrong = await admin().postJson("/admin/identities", {
    schema_id: "default",
    traits: { email: "nonsense" },
  });
  expect(wrong.status).toBe(400);

  expect(
    at((await admin().getJson("/admin/identities?credentials_identifier=CARL@example.com")).body, 0, "id"),
  ).toBe(id);
  expect((await admin().getJson("/admin/identities?credentials_identifier=other@example.com")).body).toEqual(
    [],
  );
  const put = await admin().send("PUT", `/admin/identities/${id}`, {
    schema_id: "default",
    state: "active",
    traits: { email: "carl@example.com", name: { first: "Karl" } },
  });
  expect([put.status, at(put.body, "traits", "name", "first")]).toEqual([200, "Karl"]);
  const patched = await admin().send("PATCH", `/admin/identities/${id}`, [
    { op: "replace", path: "/traits/email", value: "karl@example.com" },
  ]);
  expect([patched.status, at(patched.body, "traits", "email")]).toEqual([200, "karl@example.com"]);
  const browser = await server.signIn({ id, email: "karl@example.com", password });

  expect((await admin().send("DELETE", `/admin/identities/${id}`)).status).toBe(204);
  expect((await browser.getJson("/sessions/whoami")).status).toBe(401);
  expect((await admin().getJson(`/admin/identities/${id}`)).status).toBe(404);
});

test("turning an identity off ends its sessions and refuses the right password with its own message", async () => {
  const person = await server.person();
  const browser = await server.signIn(person);
  await admin().send("PATCH", `/admin/identities/${person.id}`, [
    { op: "replace", path: "/state", value: "inactive" },
  ]);
  expect((await browser.getJson("/sessions/whoami")).status).toBe(401);
  await expect(server.signIn(person)).rejects.toThrow("4010011");
});

test("a second factor is reset by deleting the credential", async () => {
  const person = await server.person();
  expect((await admin().send("DELETE", `/admin/identities/${person.id}/credentials/totp`)).status).toBe(404);
  expect((await admin().send("DELETE", `/admin/identities/${person.id}/credentials/palm`)).status).toBe(400);
  expect((await admin().send("DELETE", `/admin/identities/${person.id}/credentials/password`)).status).toBe(
    204,
  );
  await expect(server.signIn(person)).rejects.toThrow("4000006");
});

test("a recovery code given by an administrator works in any browser, once", async () => {
  const person = await server.person();
  const made = await admin().postJson("/admin/recovery/code", { identity_id: person.id, expires_in: "10m" });
  expect(made.status).toBe(201);
  const flowId = new URL(textAt(made.body, "recovery_link")).searchParams.get("flow") ?? "";
  const code = textAt(made.body, "recovery_code");
  const flow = await continueFlow(server.browser(), "recovery", flowId);
  expect((await flow.send({ method: "code", code })).status).toBe(422);
  const again = await continueFlow(server.browser(), "recovery", flowId);
  expect((await again.send({ method: "code", code })).status).not.toBe(422);
  expect((await admin().postJson("/admin/recovery/code", { identity_id: flowId })).status).toBe(404);
});

test("sessions: listed by person, extended, ended alone and in bulk", async () => {
  const person = await server.person();
  const [one, two] = [await server.signIn(person), await server.signIn(person)];
  const list = await admin().getJson(`/admin/identities/${person.id}/sessions?active=true`);
  expect(list.body).toHaveLength(2);
  const id = textAt((await one.getJson("/sessions/whoami")).body, "id");
  expect((await admin().send("PATCH", `/admin/sessions/${id}/extend`)).status).toBe(200);
  expect((await admin().send("DELETE", `/admin/sessions/${id}`)).status).toBe(204);
  expect((await one.getJson("/sessions/whoami")).status).toBe(401);
  expect((await two.getJson("/sessions/whoami")).status).toBe(200);
  expect(
    (await admin().postJson("/admin/sessions", { action: "disable", identities: [person.id] })).status,
  ).toBe(204);
  expect((await two.getJson("/sessions/whoami")).status).toBe(401);
  expect((await admin().send("DELETE", `/admin/identities/${person.id}/sessions`)).status).toBe(404);
});

test("each API shows the way to the other, and pages in a browser reach neither", async () => {
  const there = await server.browser().getJson("/admin/identities");
  expect([there.status, there.location]).toEqual([307, `${server.adminUrl}/admin/identities`]);
  const back = await admin().getJson("/sessions/whoami");
  expect([back.status, back.location]).toEqual([307, `${server.publicUrl}/sessions/whoami`]);
  const page = await fetch(`${server.adminUrl}/admin/identities`, {
    headers: { origin: "http://localhost:3000" },
  });
  expect(page.status).toBe(403);
});

test("sent mails are listed for whoever has no mail server", async () => {
  const person = await server.person();
  const browser = server.browser();
  const start = await browser.getJson("/self-service/recovery/browser");
  const flow = await continueFlow(browser, "recovery", textAt(start.body, "id"));
  expect(messageIds((await flow.send({ method: "code", email: person.email })).body)).toEqual([1060003]);
  await server.provider.idle();
  const mails = await admin().getJson(`/admin/courier/messages?recipient=${person.email}`);
  expect(mails.body).toMatchObject([
    { recipient: person.email, template_type: "recovery_code", status: "sent" },
  ]);
});

test.each([
  ["public", () => server.publicUrl, "/self-service/login"],
  ["admin", () => server.adminUrl, "/admin/identities"],
])("a body that does not go on arriving ends at the %s address", async (_, url, path) => {
  const { hostname, port } = new URL(url());
  const socket = connect(Number(port), hostname);
  let told = "";
  socket.on("data", (bytes) => (told += String(bytes)));
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  );
  await once(socket, "close");
  expect(told).toMatch(/^HTTP\/1\.1 408 /);
});
