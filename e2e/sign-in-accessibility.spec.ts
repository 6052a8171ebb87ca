import { describe, expect, test } from "vitest";
import * as flows from "./sign-in-flows.ts";
import { aLogin, ok, usePeerPage } from "./sign-in-peer-page.ts";
import { expectNoAxeViolations } from "./testing/accessibility.ts";

const on = usePeerPage();

describe("for everybody", () => {
  const everything = flows.aFlow(
    [
      ...flows.profile,
      ...flows.newPassword,
      ...flows.totpEnrolment,
      ...flows.backupCodes(flows.confirmBackupCodes),
      ...flows.logins,
    ],
    { state: "success", identity: { id: "i", traits: { email: "ada@acme.example" } } },
    [flows.message(1050001, "success")],
  );
  test.each([
    ["/", { "GET /self-service/login/browser": ok(aLogin()) }],
    [
      "/?emailId=a@b.example",
      { "GET /self-service/login/browser": ok(aLogin({}, flows.message(4000006, "error"))) },
    ],
    [
      "/recovery",
      {
        "GET /self-service/recovery/browser": ok(
          flows.aFlow(flows.enterCode(), { state: "sent_email" }, [flows.message(1060003)]),
        ),
      },
    ],
    [
      "/registration",
      { "GET /self-service/registration/browser": ok(flows.aFlow([flows.google, ...flows.registration])) },
    ],
    ["/settings", { "GET /self-service/settings/browser": ok(everything) }],
    ["/error", {}],
    ["/nowhere", {}],
  ])(
    "%s passes WCAG 2.2 AA in light and dark and never scrolls sideways on a phone",
    async (path, routes) => {
      await on.page.setViewportSize({ width: 360, height: 700 });
      await on.open(path, routes);
      await on.page.locator("h1").waitFor();
      await on.page.waitForLoadState("networkidle");
      for (const colorScheme of ["light", "dark"] as const) {
        await on.page.emulateMedia({ colorScheme });
        await expectNoAxeViolations(on.page);
      }
      expect(await on.page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    },
  );
});
