// Changing how one signs in, and linking a login method for the console, against a protocol peer.
import { describe, expect, test } from "vitest";
import * as flows from "./sign-in-flows.ts";
import { aLogin, error, ok, usePeerPage } from "./sign-in-peer-page.ts";

const on = usePeerPage();

describe("settings", () => {
  const settings = (nodes: Parameters<typeof flows.aFlow>[0]) => flows.aFlow(nodes, { state: "show_form" });

  test("backup codes are created, shown, confirmed; the authenticator app takes a second click to remove", async () => {
    await on.open("/settings", {
      "GET /self-service/settings/browser": ok(settings([...flows.totpInUse, ...flows.noBackupCodes])),
      "POST /self-service/settings": ({ body }) =>
        body["lookup_secret_regenerate"] === true
          ? ok(settings([...flows.totpInUse, ...flows.backupCodes(flows.confirmBackupCodes)]))()
          : ok(settings([...flows.totpInUse, ...flows.backupCodesInUse]))(),
    });
    await on.page.getByRole("button", { name: "Create backup codes" }).click();
    const codes = on.page.getByRole("list", { name: "Your backup codes" }).getByRole("listitem");
    await expect.poll(() => codes.count()).toBe(12);
    await on.page.getByRole("button", { name: "I have stored them" }).click();
    await on.page.getByRole("button", { name: "Show backup codes" }).waitFor();
    await on.page.getByRole("button", { name: "Remove authenticator app" }).click();
    await on.page
      .getByRole("group", { name: "Remove authenticator app" })
      .getByRole("button", { name: "Remove" })
      .click();
    await expect
      .poll(() => on.submitted("settings"))
      .toEqual([
        { method: "lookup_secret", lookup_secret_regenerate: true, csrf_token: "masked" },
        { method: "lookup_secret", lookup_secret_confirm: true, csrf_token: "masked" },
        { method: "totp", totp_unlink: true, csrf_token: "masked" },
      ]);
  });

  const LINK = "userId=u1&accountAuthMethodSettingsId=s1&orgId=o1&authMethodName=Google";
  const whoami = ok({ id: "s", active: true, identity: { id: "i1", traits: {} } });
  const alreadyLinked = () => ({
    status: 400,
    body: flows.aFlow(flows.logins, { state: "show_form" }, [flows.message(4000001, "error")]),
  });

  test.each([
    [
      "success",
      ok({ data: { connectAuthMethod: true } }),
      "/organization/o1/my-account?authMethodName=Google",
    ],
    [
      "failure",
      ok({ errors: [{ message: "No." }] }),
      "/organization/o1/my-account?failedLinkingAuthMethod=true&authMethodName=Google",
    ],
  ])("linking takes one click and ends on my account: %s", async (_, answer, target) => {
    await on.open(`/settings?${LINK}`, {
      "GET /sessions/whoami": whoami,
      "GET /self-service/settings/browser": ok(settings(flows.logins)),
      "POST /self-service/settings": alreadyLinked,
      "POST /v1/graphql": answer,
    });
    await on.page.getByRole("button", { name: "Connect Google" }).click();
    await on.page.waitForURL(on.peer.manager + target);
    expect(on.submitted("settings")).toEqual([{ method: "oidc", link: "google", csrf_token: "masked" }]);
  });

  test("back from the identity provider the details come from local storage", async () => {
    await on.open(`/settings?${LINK}`, { "GET /self-service/settings/browser": ok(settings(flows.logins)) });
    await on.page.getByRole("button", { name: "Connect Google" }).waitFor();
    await on.open("/settings?flow=f1", {
      "GET /sessions/whoami": whoami,
      "GET /self-service/settings/flows": ok(flows.aFlow(flows.logins, { state: "success" })),
      "POST /v1/graphql": ok({ data: { connectAuthMethod: true } }),
    });
    await on.page.waitForURL(`${on.peer.manager}/organization/o1/my-account?authMethodName=Google`);
    expect(on.peer.calls.find(({ path }) => path === "/v1/graphql")?.body).toMatchObject({
      variables: { userId: "u1", accountAuthMethodSettingsId: "s1" },
    });
  });

  test("linking with a session that is too old logs out and leads to the failed page", async () => {
    await on.open(`/settings?${LINK}`, {
      "GET /self-service/settings/browser": ok(settings(flows.logins)),
      "POST /self-service/settings": error(403, "session_refresh_required", {
        redirect_browser_to: `${on.peer.origin}/x`,
      }),
      "GET /self-service/logout/browser": ok({ logout_url: "", logout_token: "lo" }),
      "GET /self-service/logout": () => ({ status: 204 }),
      "GET /self-service/login/browser": ok(aLogin()),
    });
    await on.page.getByRole("button", { name: "Connect Google" }).click();
    await on.page.waitForURL((url) => url.pathname === "/");
    expect(new URL(on.page.url()).searchParams.get("return_to")).toBe(
      `${on.peer.manager}/organization/o1/my-account?failedLinkingAuthMethod=true&authMethodName=Google`,
    );
    expect(on.peer.calls.find(({ path }) => path === "/self-service/logout")?.query.get("token")).toBe("lo");
  });
});
