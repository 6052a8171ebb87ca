import { deepEqual, equal, match, notEqual, ok } from "node:assert/strict";
import { at, createBrowser, messageIds, nodesOf } from "../testing/browser.ts";
import { openFlow } from "../testing/flows.ts";
import { type ContractCase, errorId, newPerson, signedIn } from "./target.ts";

export const loginCases: readonly ContractCase[] = [
  {
    name: "login: a new flow is 200 with csrf_token, identifier, password and the submit, labelled",
    async run(target) {
      const { first } = await openFlow(createBrowser(target.publicUrl), "login");
      equal(first.status, 200);
      equal(at(first.body, "type"), "browser");
      equal(at(first.body, "state"), "choose_method");
      const nodes = nodesOf(first.body).filter(({ group }) => group === "default" || group === "password");
      deepEqual(
        nodes.map(({ name }) => name),
        ["csrf_token", "identifier", "password", "method"],
      );
      equal(nodes[2]?.label, 1070001);
      equal(nodes[3]?.label, 1010022);
      match(String(at(first.body, "ui", "action")), /\/self-service\/login\?flow=/);
    },
  },
  {
    name: "login: a browser, and whoever accepts anything, is sent to the page with 303",
    async run(target) {
      for (const accept of ["text/html", "*/*"]) {
        const answer = await createBrowser(target.publicUrl).get("/self-service/login/browser", { accept });
        equal(answer.status, 303);
        ok(new URL(answer.location ?? "").searchParams.has("flow"));
      }
    },
  },
  {
    name: "login: the right password is 200 with the session and a cookie; whoami knows it",
    async run(target) {
      const person = await newPerson(target);
      const browser = createBrowser(target.publicUrl);
      const flow = await openFlow(browser, "login");
      const answer = await flow.send({
        method: "password",
        identifier: person.email,
        password: person.password,
      });
      equal(answer.status, 200);
      equal(at(answer.body, "session", "identity", "id"), person.id);
      equal(at(answer.body, "session", "authenticator_assurance_level"), "aal1");
      equal(at(answer.body, "continue_with", 0, "action"), "redirect_browser_to");
      equal(at(answer.body, "session_token"), undefined);
      const who = await browser.getJson("/sessions/whoami");
      equal(who.status, 200);
      equal(at(who.body, "identity", "id"), person.id);
      equal(who.headers.get("x-kratos-authenticated-identity-id"), person.id);
      equal(at(who.body, "authentication_methods", 0, "method"), "password");
    },
  },
  {
    name: "login: wrong password and unknown address are 400 with 4000006",
    async run(target) {
      const person = await newPerson(target);
      for (const identifier of [person.email, "unknown@contract.example"]) {
        const flow = await openFlow(createBrowser(target.publicUrl), "login");
        const answer = await flow.send({ method: "password", identifier, password: "definitely not this" });
        equal(answer.status, 400);
        deepEqual(messageIds(answer.body), [4000006]);
      }
    },
  },
  {
    name: "login: an unknown method is 400 with 4010002",
    async run(target) {
      const answer = await (
        await openFlow(createBrowser(target.publicUrl), "login")
      ).send({ method: "palm" });
      equal(answer.status, 400);
      deepEqual(messageIds(answer.body), [4010002]);
    },
  },
  {
    name: "login: a missing or foreign CSRF token is 403 security_csrf_violation",
    async run(target) {
      const person = await newPerson(target);
      const fields = { method: "password", identifier: person.email, password: person.password };
      const flow = await openFlow(createBrowser(target.publicUrl), "login");
      for (const csrf of ["", "x".repeat(88)]) {
        const answer = await flow.send({ ...fields, csrf_token: csrf });
        equal(answer.status, 403);
        equal(errorId(answer.body), "security_csrf_violation");
      }
    },
  },
  {
    name: "flows: another browser's flow is 403, an unknown one 404, none at all 400",
    async run(target) {
      for (const kind of ["login", "recovery", "verification"]) {
        const flow = await openFlow(createBrowser(target.publicUrl), kind);
        const other = createBrowser(target.publicUrl);
        await openFlow(other, kind);
        const foreign = await other.getJson(`/self-service/${kind}/flows?id=${flow.id}`);
        equal(foreign.status, 403, kind);
        equal(errorId(foreign.body), "security_csrf_violation", kind);
        const unknown = "01890000-0000-4000-8000-000000000000";
        equal((await other.getJson(`/self-service/${kind}/flows?id=${unknown}`)).status, 404, kind);
        equal(
          (await other.postJson(`/self-service/${kind}?flow=${unknown}`, { method: "code" })).status,
          404,
          kind,
        );
      }
      equal((await createBrowser(target.publicUrl).postJson("/self-service/login", {})).status, 400);
    },
  },
  {
    name: "login: who is signed in gets 400 session_already_available; refresh starts with 1010003",
    async run(target) {
      const browser = await signedIn(target, await newPerson(target));
      const start = await browser.getJson("/self-service/login/browser");
      equal(start.status, 400);
      equal(errorId(start.body), "session_already_available");
      equal((await browser.get("/self-service/login/browser")).status, 303);
      const refresh = await openFlow(browser, "login", "?refresh=true");
      equal(refresh.first.status, 200);
      deepEqual(messageIds(refresh.first.body), [1010003]);
      equal(at(refresh.first.body, "refresh"), true);
    },
  },
  {
    name: "login: submitting while signed in folds the error into the flow as 4000001",
    async run(target) {
      const person = await newPerson(target);
      const browser = createBrowser(target.publicUrl);
      const flow = await openFlow(browser, "login");
      const other = await signedIn(target, person);
      for (const [name, value] of other.cookies)
        if (!name.startsWith("csrf_token")) browser.cookies.set(name, value);
      const answer = await flow.send({
        method: "password",
        identifier: person.email,
        password: person.password,
      });
      equal(answer.status, 400);
      deepEqual(messageIds(answer.body), [4000001]);
    },
  },
  {
    name: "login: aal2 without a session is 401 session_aal1_required; an unknown level is 400",
    async run(target) {
      const browser = createBrowser(target.publicUrl);
      const second = await browser.getJson("/self-service/login/browser?aal=aal2");
      equal(second.status, 401);
      equal(errorId(second.body), "session_aal1_required");
      equal((await browser.getJson("/self-service/login/browser?aal=aal9")).status, 400);
    },
  },
  {
    name: "return_to: allowed ones are kept, others are 400 self_service_flow_return_to_forbidden",
    async run(target) {
      const bad = ["https://evil.example", "javascript:alert(1)", "https://user@evil.example/"];
      for (const kind of ["login", "recovery", "verification"]) {
        const flow = await openFlow(
          createBrowser(target.publicUrl),
          kind,
          `?return_to=${encodeURIComponent(target.returnTo)}`,
        );
        equal(flow.first.status, 200, kind);
        equal(at(flow.first.body, "return_to"), target.returnTo, kind);
        for (const value of bad) {
          const url = `/self-service/${kind}/browser?return_to=${encodeURIComponent(value)}`;
          const answer = await createBrowser(target.publicUrl).getJson(url);
          equal(answer.status, 400, `${kind} ${value}`);
          equal(errorId(answer.body), "self_service_flow_return_to_forbidden", `${kind} ${value}`);
        }
      }
    },
  },
  {
    name: "the CSRF token differs in every answer and is not the cookie",
    async run(target) {
      const browser = createBrowser(target.publicUrl);
      const { id, first } = await openFlow(browser, "login");
      const again = await browser.getJson(`/self-service/login/flows?id=${id}`);
      const [one, two] = [nodesOf(first.body), nodesOf(again.body)].map(
        (nodes) => nodes.find(({ name }) => name === "csrf_token")?.value,
      );
      const cookie = [...browser.cookies].find(([name]) => name.startsWith("csrf_token"))?.[1];
      notEqual(one, cookie);
      equal(Buffer.from(String(two), "base64").length, 64);
      equal(Buffer.from(String(cookie), "base64").length, 32);
    },
  },
];
