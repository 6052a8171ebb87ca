import { deepEqual, equal, ok } from "node:assert/strict";
import { Secret, TOTP } from "otpauth";
import { type Browser, at, createBrowser, messageIds, nodesOf, textAt } from "../testing/browser.ts";
import { openFlow } from "../testing/flows.ts";
import { type ContractCase, type Target, errorId, newPerson, signedIn } from "./target.ts";

function totpCode(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

async function enrol(browser: Browser): Promise<string> {
  const flow = await openFlow(browser, "settings");
  const nodes = at(flow.first.body, "ui", "nodes");
  const key = Array.isArray(nodes)
    ? nodes.find((node: unknown) => at(node, "attributes", "id") === "totp_secret_key")
    : undefined;
  const secret = textAt(key, "attributes", "text", "context", "secret");
  const saved = await flow.send({ method: "totp", totp_code: totpCode(secret) });
  deepEqual([saved.status, messageIds(saved.body)], [200, [1050001]]);
  return secret;
}

async function secondStep(target: Target, browser: Browser, fields: Record<string, unknown>) {
  const flow = await openFlow(browser, "login", "?aal=aal2");
  deepEqual(messageIds(flow.first.body), [1010004]);
  return { flow, answer: await flow.send(fields) };
}

export const settingsCases: readonly ContractCase[] = [
  {
    name: "settings: show_form, with the groups in order and the fields of a new person",
    async run(target) {
      const { first } = await openFlow(await signedIn(target, await newPerson(target)), "settings");
      equal(first.status, 200);
      equal(at(first.body, "state"), "show_form");
      const groups = [...new Set(nodesOf(first.body).map(({ group }) => group))];
      deepEqual(
        groups.filter((group) => group !== "oidc" && group !== "saml"),
        ["default", "profile", "password", "lookup_secret", "totp"],
      );
      const of = (group: string) =>
        nodesOf(first.body)
          .filter((node) => node.group === group)
          .map(({ name, label }) => [name, label]);
      deepEqual(of("password"), [
        ["password", 1070001],
        ["method", 1070003],
      ]);
      deepEqual(of("totp"), [
        ["totp_qr", 1050005],
        ["totp_secret_key", 1050017],
        ["totp_code", 1070006],
        ["method", 1070003],
      ]);
      deepEqual(of("lookup_secret"), [["lookup_secret_regenerate", 1050008]]);
    },
  },
  {
    name: "settings: a new password is 200 success with 1050001, a short one 400 on the field",
    async run(target) {
      const person = await newPerson(target);
      const flow = await openFlow(await signedIn(target, person), "settings");
      const short = await flow.send({ method: "password", password: "x" });
      equal(short.status, 400);
      ok((nodesOf(short.body).find(({ name }) => name === "password")?.messages.length ?? 0) > 0);
      const saved = await flow.send({ method: "password", password: `${person.password} new` });
      deepEqual([saved.status, at(saved.body, "state"), messageIds(saved.body)], [200, "success", [1050001]]);
      await signedIn(target, { ...person, password: `${person.password} new` });
    },
  },
  {
    name: "settings: another person's flow is 403 security_identity_mismatch",
    async run(target) {
      const own = await openFlow(await signedIn(target, await newPerson(target)), "settings");
      const other = await signedIn(target, await newPerson(target));
      const shown = await other.getJson(`/self-service/settings/flows?id=${own.id}`);
      equal(shown.status, 403);
      equal(errorId(shown.body), "security_identity_mismatch");
    },
  },
  {
    name: "settings: an unknown method is 400 with 4010004",
    async run(target) {
      const answer = await (
        await openFlow(await signedIn(target, await newPerson(target)), "settings")
      ).send({ method: "palm" });
      deepEqual([answer.status, messageIds(answer.body)], [400, [4010004]]);
    },
  },
  {
    name: "totp: enrolled; the next sign-in is 422 to aal2, whoami 403 session_aal2_required; wrong 4000008; right aal2",
    async run(target) {
      const person = await newPerson(target);
      const first = await signedIn(target, person);
      const secret = await enrol(first);
      equal(at((await first.getJson("/sessions/whoami")).body, "authenticator_assurance_level"), "aal2");
      const browser = createBrowser(target.publicUrl);
      const login = await openFlow(browser, "login");
      const answer = await login.send({
        method: "password",
        identifier: person.email,
        password: person.password,
      });
      deepEqual([answer.status, errorId(answer.body)], [422, "browser_location_change_required"]);
      equal(new URL(textAt(answer.body, "redirect_browser_to")).searchParams.get("aal"), "aal2");
      const who = await browser.getJson("/sessions/whoami");
      deepEqual([who.status, errorId(who.body)], [403, "session_aal2_required"]);
      ok(textAt(who.body, "redirect_browser_to").includes("aal=aal2"));
      const settings = await browser.getJson("/self-service/settings/browser");
      deepEqual([settings.status, errorId(settings.body)], [403, "session_aal2_required"]);
      const code = totpCode(secret, 1);
      const { flow, answer: wrong } = await secondStep(target, browser, {
        method: "totp",
        totp_code: code === "000000" ? "000001" : "000000",
      });
      deepEqual(
        nodesOf(flow.first.body).map(({ name, label }) => [name, label]),
        [
          ["csrf_token", undefined],
          ["totp_code", 1010006],
          ["method", 1010009],
        ],
      );
      deepEqual([wrong.status, messageIds(wrong.body)], [400, [4000008]]);
      const right = await flow.send({ method: "totp", totp_code: code });
      equal(right.status, 200);
      equal(at(right.body, "session", "authenticator_assurance_level"), "aal2");
    },
  },
  {
    name: "lookup: made, confirmed, used once (then 4000012), wrong 4000016, revealed, turned off",
    async run(target) {
      const person = await newPerson(target);
      const browser = await signedIn(target, person);
      const flow = await openFlow(browser, "settings");
      const made = await flow.send({ method: "lookup_secret", lookup_secret_regenerate: true });
      deepEqual([made.status, messageIds(made.body)], [200, []]);
      const nodes = at(made.body, "ui", "nodes");
      const list = Array.isArray(nodes)
        ? nodes.find((node: unknown) => at(node, "attributes", "id") === "lookup_secret_codes")
        : undefined;
      const secrets = at(list, "attributes", "text", "context", "secrets");
      const codes = Array.isArray(secrets)
        ? secrets.map((entry: unknown) => textAt(entry, "context", "secret"))
        : [];
      equal(codes.length, 12);
      const saved = await flow.send({ method: "lookup_secret", lookup_secret_confirm: true });
      deepEqual([saved.status, messageIds(saved.body)], [200, [1050001]]);
      const use = async (code: string | undefined) =>
        (
          await secondStep(target, await signedIn(target, person), {
            method: "lookup_secret",
            lookup_secret: code,
          })
        ).answer;
      equal((await use(codes[0])).status, 200);
      deepEqual(messageIds((await use(codes[0])).body), [4000012]);
      deepEqual(messageIds((await use("wrong123")).body), [4000016]);
      const revealed = await (
        await openFlow(browser, "settings")
      ).send({ method: "lookup_secret", lookup_secret_reveal: true });
      const names = nodesOf(revealed.body)
        .filter(({ group }) => group === "lookup_secret")
        .map(({ name }) => name);
      deepEqual(
        names.toSorted((a, b) => a.localeCompare(b)),
        ["lookup_secret_codes", "lookup_secret_disable", "lookup_secret_regenerate"],
      );
      const off = await (
        await openFlow(browser, "settings")
      ).send({ method: "lookup_secret", lookup_secret_disable: true });
      deepEqual([off.status, messageIds(off.body)], [200, [1050001]]);
      equal((await (await signedIn(target, person)).getJson("/sessions/whoami")).status, 200);
    },
  },
];
