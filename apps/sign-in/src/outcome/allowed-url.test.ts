import { expect, test } from "vitest";
import { allowedUrl } from "./allowed-url.ts";
import { decideOutcome } from "./decide-outcome.ts";

const OWN = "https://sign-in.example";
const ORIGINS = [OWN, "https://id.example", "http://localhost:3000"];

const SCHEMES = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "javascript://sign-in.example/%0aalert(1)",
  "javascript:https://sign-in.example/",
  "data:text/html,<script>alert(1)</script>",
  "data:text/html;base64,PHNjcmlwdD4=",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "blob:https://sign-in.example/x",
  "about:blank",
  "ftp://sign-in.example/",
  "ws://sign-in.example/",
  "wss://sign-in.example/",
  "mailto:a@evil.example",
  "tel:+1",
  "intent://evil.example#Intent;end",
  "view-source:https://sign-in.example",
  "filesystem:https://sign-in.example/x",
  "chrome://settings",
  "x-apple:evil",
  "custom+app://evil.example",
];
const SLASHES = [
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r/evil.example",
  "\t//evil.example",
  " //evil.example",
  "\u00a0//evil.example",
  "//evil.example/%2f..",
  "//\tevil.example",
  "https:evil.example",
  "https:/evil.example",
  "https:///evil.example",
  "https:\\\\evil.example",
  "https:/\\evil.example",
  "http:evil.example",
  "https:sign-in.example",
  "https://\tevil.example",
  "https://\nevil.example",
  "https://evil.example\\@sign-in.example",
  "https://evil.example\\.sign-in.example",
  "/%09/evil.example\\",
  "//sign-in.example@evil.example",
  "//evil.example:443/sign-in.example",
];
const HOSTS = [
  "https://evil.example",
  "https://evil.example/",
  "HTTPS://EVIL.EXAMPLE",
  "https://evil.example?https://sign-in.example",
  "https://evil.example#https://sign-in.example",
  "https://evil.example/https://sign-in.example",
  "https://sign-in.example.evil.example",
  "https://evilsign-in.example",
  "https://sign-in.example.",
  "https://sign-in-example",
  "https://sign-in.examples",
  "https://xsign-in.example",
  "https://sign-in.exampl",
  "https://sub.sign-in.example",
  "https://sign-in.example:444",
  "https://sign-in.example:80",
  "http://sign-in.example",
  "http://id.example",
  "https://localhost:3000",
  "http://localhost:3001",
  "http://localhost",
  "http://localhost:30000",
  "http://127.0.0.1:3000",
  "http://[::1]:3000",
  "http://localhost.evil.example:3000",
  "http://0.0.0.0:3000",
  "http://2130706433:3000",
  "http://0x7f.1:3000",
  "https://ѕign-in.example",
  "https://sign‐in.example",
  "https://sign-in。evil",
  "https://sign-in.example%2eevil.example",
  "https://sign-in.example%00.evil.example",
  "https://sign-in.example%0a.evil.example",
  "https://sign-in.example%252f@evil.example",
  "https://[sign-in.example]",
  "https://sign-in.example,evil.example",
  "https://sign-in.example;evil.example",
  "https://*.example",
  "https://evil.example/..//sign-in.example",
  "https://①②⑦.⓪.⓪.①",
  "https://id.example.evil",
  "https://evil%E3%80%82example",
];
const CREDENTIALS = [
  "https://sign-in.example@evil.example",
  "https://sign-in.example:x@evil.example",
  "https://sign-in.example%40evil.example",
  "https://user@sign-in.example",
  "https://user:pw@sign-in.example/",
  "https://evil.example@sign-in.example",
  "https://@sign-in.example@evil.example",
  "https://sign-in.example&@evil.example",
  "https://sign-in.example#@evil.example\\",
  "https://sign-in.example?@evil.example\n",
  "https://:@evil.example",
  "https://%73ign-in.example@evil.example/",
];
const NOISE = [
  "",
  " ",
  "\u0000",
  "https://",
  "http://",
  "https:// ",
  "https://sign-in.example\u0000.evil.example",
  " https://sign-in.example",
  "https://sign-in.example ",
  "https://sign-in.example/\r\nLocation: https://evil.example",
  "https://sign-in.example/\u2028",
  "\ufeffhttps://sign-in.example",
  "evil.example",
  "www.evil.example",
  "../evil",
  "./x",
  "?x=1",
  "#x",
  "settings",
  "undefined",
  "null",
  "[object Object]",
  "https://sign-in.example:99999",
  "https://sign-in.example:-1",
  "https://sign-in.example:port",
  "https://sign-in.example/".padEnd(5000, "a"),
  "%68ttps://evil.example",
  "https%3A%2F%2Fevil.example",
  "//%65vil.example",
  "https://%65vil.example",
  "/\u0000/evil.example",
  "/ /evil.example",
];
const ATTACKS = [...new Set([...SCHEMES, ...SLASHES, ...HOSTS, ...CREDENTIALS, ...NOISE])];

test("the list is long enough to mean something", () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(100);
});

test.each(ATTACKS)("return_to %j never leaves the allow list", (returnTo) => {
  const outcome = decideOutcome(
    { kind: "done", status: 200, session: undefined, identity: undefined, continueWith: [] },
    {
      flowType: "login",
      currentUrl: `${OWN}/?return_to=x`,
      providerUrl: "https://id.example",
      managerHost: "http://localhost:3000",
      returnTo,
      linking: {
        userId: undefined,
        accountAuthMethodSettingsId: undefined,
        orgId: undefined,
        authMethodName: undefined,
      },
      trigger: "submit",
      recentTurns: 0,
    },
  );
  expect(outcome).toMatchObject({ kind: "redirect" });
  if (outcome.kind === "redirect") expect(ORIGINS).toContain(new URL(outcome.url).origin);
});

test("every one of them is refused outright", () => {
  expect(ATTACKS.filter((attack) => allowedUrl(attack, ORIGINS) !== undefined)).toEqual([]);
});

test.each([
  ["https://sign-in.example/settings?flow=1#x", "https://sign-in.example/settings?flow=1#x"],
  ["/settings?flow=1", "https://sign-in.example/settings?flow=1"],
  ["/", "https://sign-in.example/"],
  ["https://id.example/self-service/settings?flow=1", "https://id.example/self-service/settings?flow=1"],
  ["HTTP://LOCALHOST:3000/a/../b", "http://localhost:3000/b"],
  ["https://sign-in.example:443/x", "https://sign-in.example/x"],
  ["http://localhost:3000/?next=https://evil.example", "http://localhost:3000/?next=https://evil.example"],
])("%s is allowed", (target, expected) => {
  expect(allowedUrl(target, ORIGINS)).toBe(expected);
});
