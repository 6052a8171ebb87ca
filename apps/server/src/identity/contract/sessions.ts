import { deepEqual, equal, ok } from "node:assert/strict";
import { at, createBrowser, textAt } from "../testing/browser.ts";
import { type ContractCase, errorId, newPerson, signedIn } from "./target.ts";

export const sessionCases: readonly ContractCase[] = [
  {
    name: "without a session: whoami and settings/flows are 401 without an id; settings and logout init carry session_inactive",
    async run(target) {
      const browser = createBrowser(target.publicUrl);
      for (const path of [
        "/sessions/whoami",
        "/self-service/settings/flows?id=01890000-0000-4000-8000-000000000000",
      ]) {
        const answer = await browser.getJson(path);
        equal(answer.status, 401, path);
        equal(errorId(answer.body), undefined, path);
      }
      for (const path of ["/self-service/settings/browser", "/self-service/logout/browser"]) {
        const answer = await browser.getJson(path);
        equal(answer.status, 401, path);
        equal(errorId(answer.body), "session_inactive", path);
      }
      const page = await browser.get("/self-service/settings/browser");
      equal(page.status, 303);
    },
  },
  {
    name: "logout: token, 403 for a wrong one, 400 for none, 204 and then 401",
    async run(target) {
      const browser = await signedIn(target, await newPerson(target));
      const start = await browser.getJson("/self-service/logout/browser");
      equal(start.status, 200);
      const token = textAt(start.body, "logout_token");
      ok(textAt(start.body, "logout_url").includes(token));
      equal((await browser.getJson("/self-service/logout")).status, 400);
      equal((await browser.getJson("/self-service/logout?token=wrong")).status, 403);
      equal((await browser.getJson(`/self-service/logout?token=${token}`)).status, 204);
      equal((await browser.getJson("/sessions/whoami")).status, 401);
    },
  },
  {
    name: "logout: a browser is sent on with 303",
    async run(target) {
      const browser = await signedIn(target, await newPerson(target));
      const start = await browser.getJson("/self-service/logout/browser");
      const query = new URLSearchParams({
        token: textAt(start.body, "logout_token"),
        return_to: target.returnTo,
      });
      const answer = await browser.get(`/self-service/logout?${query.toString()}`);
      equal(answer.status, 303);
      equal(answer.location, target.returnTo);
    },
  },
  {
    name: "sessions: others are listed and ended, the own one cannot be",
    async run(target) {
      const person = await newPerson(target);
      const [one, two, three] = [
        await signedIn(target, person),
        await signedIn(target, person),
        await signedIn(target, person),
      ];
      const list = await one.getJson("/sessions");
      equal(list.status, 200);
      ok(Array.isArray(list.body) && list.body.length === 2);
      const own = textAt((await one.getJson("/sessions/whoami")).body, "id");
      equal((await one.send("DELETE", `/sessions/${own}`)).status, 400);
      equal((await one.send("DELETE", "/sessions/no-id")).status, 400);
      const second = textAt((await two.getJson("/sessions/whoami")).body, "id");
      equal((await one.send("DELETE", `/sessions/${second}`)).status, 204);
      equal((await two.getJson("/sessions/whoami")).status, 401);
      const rest = await one.send("DELETE", "/sessions");
      equal(rest.status, 200);
      // Kratos counts sessions that had ended before as well.
      ok(Number(at(rest.body, "count")) >= 1);
      equal((await three.getJson("/sessions/whoami")).status, 401);
    },
  },
  {
    name: "errors and health",
    async run(target) {
      const browser = createBrowser(target.publicUrl);
      const stub = await browser.getJson("/self-service/errors?id=stub:500");
      equal(stub.status, 200);
      equal(at(stub.body, "error", "code"), 500);
      equal(
        (await browser.getJson("/self-service/errors?id=01890000-0000-4000-8000-000000000000")).status,
        404,
      );
      deepEqual((await browser.getJson("/health/alive")).body, { status: "ok" });
      deepEqual((await browser.getJson("/health/ready")).body, { status: "ok" });
      deepEqual((await createBrowser(target.adminUrl).getJson("/health/alive")).body, { status: "ok" });
    },
  },
  {
    name: "admin: identities are made, found, refused twice, changed, deleted",
    async run(target) {
      const admin = createBrowser(target.adminUrl);
      const person = await newPerson(target);
      const twice = await admin.postJson("/admin/identities", {
        schema_id: target.schemaId,
        traits: { email: person.email },
        credentials: { password: { config: { password: person.password } } },
      });
      equal(twice.status, 409);
      const found = await admin.getJson(
        `/admin/identities?credentials_identifier=${encodeURIComponent(person.email)}`,
      );
      equal(at(found.body, 0, "id"), person.id);
      const patched = await admin.send("PATCH", `/admin/identities/${person.id}`, [
        { op: "replace", path: "/state", value: "inactive" },
      ]);
      equal(patched.status, 200);
      equal(at(patched.body, "state"), "inactive");
      equal((await admin.send("DELETE", `/admin/identities/${person.id}`)).status, 204);
      equal((await admin.getJson(`/admin/identities/${person.id}`)).status, 404);
    },
  },
  {
    name: "admin: sessions of a person are listed and ended; unknown credentials are 404",
    async run(target) {
      const admin = createBrowser(target.adminUrl);
      const person = await newPerson(target);
      const browser = await signedIn(target, person);
      const list = await admin.getJson(`/admin/identities/${person.id}/sessions`);
      ok(Array.isArray(list.body) && list.body.length === 1);
      equal((await admin.send("DELETE", `/admin/identities/${person.id}/sessions`)).status, 204);
      equal((await browser.getJson("/sessions/whoami")).status, 401);
      equal((await admin.send("DELETE", `/admin/identities/${person.id}/credentials/totp`)).status, 404);
    },
  },
];
