import { deepEqual, equal, ok } from "node:assert/strict";
import { at, createBrowser, messageIds, nodesOf, textAt } from "../testing/browser.ts";
import { continueFlow, openFlow } from "../testing/flows.ts";
import { type ContractCase, errorId, mailedCode, newPerson, signedIn } from "./target.ts";

const wrongFor = (code: string) => (code === "135790" ? "246801" : "135790");

export const mailedCodeCases: readonly ContractCase[] = [
  {
    name: "recovery: asks for the address, answers the same for any, 200 with 4060006 for a wrong code",
    async run(target) {
      const person = await newPerson(target);
      const flow = await openFlow(createBrowser(target.publicUrl), "recovery");
      deepEqual(
        nodesOf(flow.first.body).map(({ name, label }) => [name, label]),
        [
          ["csrf_token", undefined],
          ["email", 1070007],
          ["method", 1070009],
        ],
      );
      const sent = await flow.send({ method: "code", email: person.email });
      deepEqual([sent.status, at(sent.body, "state"), messageIds(sent.body)], [200, "sent_email", [1060003]]);
      deepEqual(
        nodesOf(sent.body).map(({ name, label }) => [name, label]),
        [
          ["csrf_token", undefined],
          ["code", 1070010],
          ["method", undefined],
          ["method", 1070009],
          ["email", 1070008],
        ],
      );
      const code = await mailedCode(target, person.email);
      const wrong = await flow.send({ method: "code", code: wrongFor(code) });
      deepEqual([wrong.status, messageIds(wrong.body)], [200, [4060006]]);
      const unknown = await openFlow(createBrowser(target.publicUrl), "recovery");
      const same = await unknown.send({ method: "code", email: "nobody@contract.example" });
      deepEqual([same.status, at(same.body, "state"), messageIds(same.body)], [200, "sent_email", [1060003]]);
    },
  },
  {
    name: "recovery: the right code signs in and leads to settings with 1060001",
    async run(target) {
      const person = await newPerson(target);
      const browser = createBrowser(target.publicUrl);
      const flow = await openFlow(browser, "recovery");
      await flow.send({ method: "code", email: person.email });
      const done = await flow.send({ method: "code", code: await mailedCode(target, person.email) });
      ok(done.status === 422 || done.status === 200);
      if (done.status === 422) equal(errorId(done.body), "browser_location_change_required");
      const url = textAt(done.body, "redirect_browser_to");
      const id =
        done.status === 422
          ? new URL(url).searchParams.get("flow")
          : textAt(done.body, "continue_with", 0, "flow", "id");
      const settings = await continueFlow(browser, "settings", id ?? "");
      equal(settings.first.status, 200);
      deepEqual(messageIds(settings.first.body), [1060001]);
      const who = await browser.getJson("/sessions/whoami");
      equal(at(who.body, "authentication_methods", 0, "method"), "code_recovery");
    },
  },
  {
    name: "recovery: who is signed in gets 400 session_already_available",
    async run(target) {
      const browser = await signedIn(target, await newPerson(target));
      const answer = await browser.getJson("/self-service/recovery/browser");
      equal(answer.status, 400);
      equal(errorId(answer.body), "session_already_available");
    },
  },
  {
    name: "recovery: an administrator's code works in any browser",
    async run(target) {
      const person = await newPerson(target);
      const made = await createBrowser(target.adminUrl).postJson("/admin/recovery/code", {
        identity_id: person.id,
      });
      equal(made.status, 201);
      const id = new URL(textAt(made.body, "recovery_link")).searchParams.get("flow") ?? "";
      const flow = await continueFlow(createBrowser(target.publicUrl), "recovery", id);
      equal(flow.first.status, 200);
      const done = await flow.send({ method: "code", code: textAt(made.body, "recovery_code") });
      ok(done.status === 422 || done.status === 200);
      equal((await flow.browser.getJson("/sessions/whoami")).status, 200);
    },
  },
  {
    name: "verification: 1080003 when sent, 200 with 4070006 for a wrong code, then passed_challenge with 1080002",
    async run(target) {
      const person = await newPerson(target);
      const flow = await openFlow(createBrowser(target.publicUrl), "verification");
      equal(at(flow.first.body, "active"), "code");
      deepEqual(
        nodesOf(flow.first.body).map(({ name, label }) => [name, label]),
        [
          ["email", 1070007],
          ["method", 1070009],
          ["csrf_token", undefined],
        ],
      );
      const sent = await flow.send({ method: "code", email: person.email });
      deepEqual([sent.status, at(sent.body, "state"), messageIds(sent.body)], [200, "sent_email", [1080003]]);
      const code = await mailedCode(target, person.email);
      const wrong = await flow.send({ method: "code", code: wrongFor(code) });
      deepEqual([wrong.status, messageIds(wrong.body)], [200, [4070006]]);
      const done = await flow.send({ method: "code", code });
      deepEqual(
        [done.status, at(done.body, "state"), messageIds(done.body)],
        [200, "passed_challenge", [1080002]],
      );
      equal(at(done.body, "ui", "method"), "GET");
      deepEqual(
        nodesOf(done.body).map(({ name }) => name),
        ["csrf_token", "continue"],
      );
    },
  },
];
