import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, at, messageIds, nodesOf, textAt } from "../testing/browser.ts";
import { aConnection, aMember, anAccount } from "../testing/connections.ts";
import { openFlow } from "../testing/flows.ts";
import { type Person, type TestProvider, startTestProvider } from "../testing/provider.ts";
import {
  type AssertionFields,
  assertionXml,
  encoded,
  idpCertificate,
  idpEntityId,
  readAuthnRequest,
  responseXml,
  signed,
} from "../testing/saml-idp.ts";

let server: TestProvider;
let accountId: string;
beforeAll(async () => {
  server = await startTestProvider();
  accountId = await anAccount(server);
  const saml = {
    type: "SAML",
    issuerUrl: "https://idp.example/sso",
    entityIssuer: idpEntityId,
    settings: { certificates: idpCertificate },
  } as const;
  await aConnection(server, accountId, { ...saml, name: "Acme SSO", providerId: "acme-saml" });
  await aConnection(server, accountId, { ...saml, name: "Other SSO", providerId: "other-saml" });
});
afterAll(() => server.stop());

/** A person the organisation invited: an identity without a password. */
async function invited(email: string): Promise<Person> {
  const id = await server.provider.createIdentity({ email });
  await server.connection.db
    .insertInto("users")
    .values({ id, user_name: email, first_name: "I", last_name: "N" })
    .execute();
  await aMember(server, accountId, id);
  return { id, email, password: "" };
}

async function leaveFor(browser: Browser, provider = "acme-saml", connectorId = provider) {
  const flow = await openFlow(browser, "login", "?return_to=/projects");
  const answer = await flow.send({ method: "saml", provider });
  expect([answer.status, at(answer.body, "error", "id")]).toEqual([422, "browser_location_change_required"]);
  const url = new URL(textAt(answer.body, "redirect_browser_to"));
  url.searchParams.set("connector_id", connectorId);
  return { flow, away: await browser.get(url.href) };
}

async function depart(browser: Browser) {
  const { flow, away } = await leaveFor(browser);
  const request = readAuthnRequest(away.location ?? "");
  const fields: AssertionFields = {
    requestId: request.id,
    audience: request.issuer,
    recipient: request.acs,
    nameId: "subject-1",
    email: "eva@acme.example",
  };
  return { flow, request, fields };
}

async function bring(browser: Browser, request: { acs: string; relayState: string }, xml: string) {
  const posted = await browser.postForm(request.acs, {
    SAMLResponse: encoded(xml),
    RelayState: request.relayState,
  });
  expect(posted.status).toBe(303);
  return browser.get(posted.location ?? "");
}

test("an invited person signs in and is recognised by the subject from then on", async () => {
  const eva = await invited("eva@acme.example");
  for (const email of ["eva@acme.example", "eva.renamed@acme.example"]) {
    const browser = server.browser();
    const { request, fields } = await depart(browser);
    const back = await bring(
      browser,
      request,
      responseXml(signed(assertionXml({ ...fields, email })), fields),
    );
    expect([back.status, back.location]).toEqual([303, "http://localhost:3000/projects"]);
    const who = await browser.getJson("/sessions/whoami");
    expect([at(who.body, "identity", "id"), at(who.body, "authentication_methods", 0, "provider")]).toEqual([
      eva.id,
      "acme-saml",
    ]);
  }
});

test("connector_id must be that of the connection the sign-in was started with", async () => {
  const { away } = await leaveFor(server.browser(), "acme-saml", "other-saml");
  expect(new URL(away.location ?? "").pathname).toBe("/error");
  const forged = await server
    .browser()
    .get("/self-service/methods/saml/start?ticket=AAAA&connector_id=acme-saml");
  expect(new URL(forged.location ?? "").pathname).toBe("/error");
});

test("metadata names the entity, the address for answers, and asks for signed assertions", async () => {
  const response = await fetch(`${server.publicUrl}/self-service/methods/saml/metadata/acme-saml`);
  const xml = await response.text();
  expect(response.status).toBe(200);
  expect(xml).toContain(`entityID="${server.publicUrl}/self-service/methods/saml/metadata/acme-saml"`);
  expect(xml).toContain(`Location="${server.publicUrl}/self-service/methods/saml/callback/acme-saml"`);
  expect(xml).toContain('WantAssertionsSigned="true"');
  expect((await fetch(`${server.publicUrl}/self-service/methods/saml/metadata/none`)).status).toBe(404);
});

describe("refused, with a message in the flow and nobody signed in", () => {
  const attacks: Array<readonly [string, (fields: AssertionFields) => string]> = [
    ["unsigned", (fields) => responseXml(assertionXml(fields), fields)],
    [
      "signed by a stranger",
      (fields) => responseXml(signed(assertionXml(fields), { withStrangersKey: true }), fields),
    ],
    [
      "signed with SHA-1",
      (fields) => responseXml(signed(assertionXml(fields), { algorithm: "sha1" }), fields),
    ],
    [
      "changed after signing",
      (fields) => responseXml(signed(assertionXml(fields)).replace("subject-1", "subject-2"), fields),
    ],
    [
      "for another audience",
      (fields) =>
        responseXml(signed(assertionXml({ ...fields, audience: "https://elsewhere.example" })), fields),
    ],
    [
      "for another address",
      (fields) =>
        responseXml(signed(assertionXml({ ...fields, recipient: "https://elsewhere.example/acs" })), fields),
    ],
    [
      "of another issuer",
      (fields) => responseXml(signed(assertionXml({ ...fields, issuer: "https://evil.example" })), fields),
    ],
    [
      "expired",
      (fields) =>
        responseXml(
          signed(assertionXml({ ...fields, notOnOrAfterMs: -120_000, issueInstantMs: -400_000 })),
          fields,
        ),
    ],
    [
      "not valid yet",
      (fields) => responseXml(signed(assertionXml({ ...fields, notBeforeMs: 180_000 })), fields),
    ],
    [
      "too old",
      (fields) =>
        responseXml(
          signed(assertionXml({ ...fields, issueInstantMs: -3_600_000, notOnOrAfterMs: 3_600_000 })),
          fields,
        ),
    ],
    [
      "an answer to another request",
      (fields) =>
        responseXml(signed(assertionXml({ ...fields, requestId: "_other" })), {
          ...fields,
          requestId: "_other",
        }),
    ],
    [
      "with two assertions",
      (fields) =>
        responseXml(assertionXml({ ...fields, nameId: "subject-2" }) + signed(assertionXml(fields)), fields),
    ],
    [
      "wrapped: the signed one moved into an extension",
      (fields) => {
        const genuine = signed(assertionXml({ ...fields, assertionId: "_genuine" }));
        const forged = assertionXml({ ...fields, nameId: "subject-2", assertionId: "_forged" });
        return responseXml(`<samlp:Extensions>${genuine}</samlp:Extensions>${forged}`, fields);
      },
    ],
    [
      "wrapped: the signature refers to the one inside it",
      (fields) => {
        const genuine = assertionXml({ ...fields, assertionId: "_genuine" });
        const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(signed(genuine))?.[0] ?? "";
        const withObject = signature.replace(
          "</ds:Signature>",
          `<ds:Object>${genuine}</ds:Object></ds:Signature>`,
        );
        const forged = assertionXml({ ...fields, nameId: "subject-2", assertionId: "_forged" });
        return responseXml(forged.replace("</saml:Issuer>", `</saml:Issuer>${withObject}`), fields);
      },
    ],
    ["with an entity bomb", () => `<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>`],
    ["no XML at all", () => "hello"],
  ];
  test.each(attacks)("%s", async (_name, make) => {
    const browser = server.browser();
    const { flow, request, fields } = await depart(browser);
    const back = await bring(browser, request, make(fields));
    expect(back.location).toBe(`http://localhost:4455/login?flow=${flow.id}`);
    const shown = await browser.getJson(`/self-service/login/flows?id=${flow.id}`);
    expect(messageIds(shown.body)).toEqual([4000001]);
    expect(browser.cookies.has("ory_kratos_session")).toBe(false);
  });

  test("replayed, by the same browser and by another", async () => {
    await invited("rita@acme.example");
    const browser = server.browser();
    const { request, fields } = await depart(browser);
    const xml = responseXml(
      signed(assertionXml({ ...fields, nameId: "rita", email: "rita@acme.example", assertionId: "_once" })),
      fields,
    );
    expect((await bring(browser, request, xml)).location).toBe("http://localhost:3000/projects");
    const again = await bring(server.browser(), request, xml);
    expect(new URL(again.location ?? "").pathname).toBe("/error");
    // Even a matching request of one's own does not make a used assertion new.
    const other = server.browser();
    const second = await depart(other);
    const reused = responseXml(
      signed(assertionXml({ ...second.fields, nameId: "rita", assertionId: "_once" })),
      second.fields,
    );
    expect((await bring(other, second.request, reused)).location).toBe(
      `http://localhost:4455/login?flow=${second.flow.id}`,
    );
  });

  test("a comment inside the name does not cut it short", async () => {
    await invited("short@acme.example");
    const browser = server.browser();
    const { request, fields } = await depart(browser);
    const assertion = assertionXml({ ...fields, nameId: "rita<!-- -->-not", email: "short@acme.example" });
    await bring(browser, request, responseXml(signed(assertion), fields));
    const who = await browser.getJson("/sessions/whoami");
    expect(at(who.body, "identity", "traits", "email")).not.toBe("rita@acme.example");
  });

  test("somebody without an account, while signing up is closed", async () => {
    const browser = server.browser();
    const { flow, request, fields } = await depart(browser);
    const back = await bring(
      browser,
      request,
      responseXml(signed(assertionXml({ ...fields, nameId: "new", email: "new@acme.example" })), fields),
    );
    expect(back.location).toBe(`http://localhost:4455/login?flow=${flow.id}`);
    expect(browser.cookies.has("ory_kratos_session")).toBe(false);
  });
});

test("the organisation finds the refusals in its log, but not without end", async () => {
  await server.provider.idle();
  const rows = await server.connection.db
    .selectFrom("audit_log")
    .select(["action", "object_name"])
    .where("account_id", "=", accountId)
    .where("action", "=", "login_method.refused")
    .execute();
  expect(rows[0]).toEqual({ action: "login_method.refused", object_name: "Acme SSO" });
  expect(rows.length).toBeLessThanOrEqual(11);
});

test("somebody who already has a password confirms with it before the connection is linked", async () => {
  const person = await server.person({ email: "has.password@acme.example" });
  await aMember(server, accountId, person.id);
  const browser = server.browser();
  const { request, fields } = await depart(browser);
  const xml = responseXml(signed(assertionXml({ ...fields, nameId: "hp", email: person.email })), fields);
  const back = new URL((await bring(browser, request, xml)).location ?? "");
  expect([back.pathname, back.searchParams.get("no_org_ui")]).toEqual(["/login", "true"]);
  expect(browser.cookies.has("ory_kratos_session")).toBe(false);
  const shown = await browser.getJson(`/self-service/login/flows?id=${back.searchParams.get("flow")}`);
  expect(messageIds(shown.body)).toEqual([1010016]);
  expect(nodesOf(shown.body).map(({ name, label }) => [name, label])).toEqual([
    ["csrf_token", undefined],
    ["identifier", undefined],
    ["password", 1070001],
    ["method", 1010017],
  ]);
  const csrf = textAt(shown.body, "ui", "nodes", 0, "attributes", "value");
  const done = await browser.postJson(`/self-service/login?flow=${back.searchParams.get("flow")}`, {
    method: "password",
    identifier: person.email,
    password: person.password,
    csrf_token: csrf,
  });
  expect(done.status).toBe(200);
  const next = server.browser();
  const again = await depart(next);
  const direct = await bring(
    next,
    again.request,
    responseXml(signed(assertionXml({ ...again.fields, nameId: "hp", email: person.email })), again.fields),
  );
  expect(direct.location).toBe("http://localhost:3000/projects");
});
