import { describe, expect, test } from "vitest";
import { checkReturnTo } from "./return-to.ts";

const settings = {
  publicUrl: "https://id.parley.example",
  defaultReturnUrl: "https://console.parley.example/",
  allowedReturnUrls: [
    "https://console.parley.example",
    "https://apps.example/app",
    "https://*.tenants.example",
    "*",
    "https://*.com",
    "https://*foo.example",
  ],
};

test.each([
  ["", null],
  ["https://console.parley.example", "https://console.parley.example/"],
  ["HTTPS://CONSOLE.parley.example/teams?x=1#y", "https://console.parley.example/teams?x=1#y"],
  ["/teams", "https://console.parley.example/teams"],
  ["/teams?next=//evil.example", "https://console.parley.example/teams?next=//evil.example"],
  ["https://apps.example/app", "https://apps.example/app"],
  ["https://apps.example/app/x", "https://apps.example/app/x"],
  ["https://acme.tenants.example/x", "https://acme.tenants.example/x"],
  [
    "https://id.parley.example/self-service/settings?flow=1",
    "https://id.parley.example/self-service/settings?flow=1",
  ],
])("%j is allowed", (value, expected) => {
  expect(checkReturnTo(settings, value)).toBe(expected);
});

const evil = "evil.example";
const good = "console.parley.example";
const attacks = [
  // Another host, written in every way a parser may misread.
  `https://${evil}`,
  `http://${evil}`,
  `//${evil}`,
  `///${evil}`,
  `////${evil}`,
  `/\\${evil}`,
  `\\\\${evil}`,
  `\\/${evil}`,
  `/\\/${evil}`,
  `https:${evil}`,
  `https:/${evil}`,
  `https:///${evil}`,
  `https:\\\\${evil}`,
  `https:/\\${evil}`,
  `http:${evil}`,
  `//${good}@${evil}`,
  `https://${good}@${evil}`,
  `https://${good}:x@${evil}`,
  `https://${good}%40${evil}`,
  `https://user@${good}`,
  `https://user:pass@${good}/`,
  `https://@${good}/`,
  `https://${good}.${evil}`,
  `https://${good}${evil}`,
  `https://${evil}/${good}`,
  `https://${evil}?${good}`,
  `https://${evil}#${good}`,
  `https://${evil}\\@${good}`,
  `https://${evil}\\.${good}`,
  `https://${evil};${good}`,
  `https://${evil}&${good}`,
  `https://${evil}%00.${good}`,
  `https://${evil}%2f.${good}`,
  `https://${good}%2f@${evil}`,
  `https://${good}%5c@${evil}`,
  `https://${good}%252f@${evil}`,
  // Another scheme or port.
  `http://${good}`,
  `https://${good}:444`,
  `https://${good}:80`,
  `ftp://${good}`,
  `ws://${good}`,
  `wss://${good}`,
  `file://${good}/etc/passwd`,
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "java\tscript:alert(1)",
  " javascript:alert(1)",
  "javascript://console.parley.example/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:text/html;base64,PHNjcmlwdD4=",
  "vbscript:msgbox(1)",
  "blob:https://console.parley.example/x",
  "about:blank",
  "mailto:a@evil.example",
  "view-source:https://console.parley.example",
  "intent://evil.example#Intent;end",
  // Characters browsers drop or fold.
  `/\t/${evil}`,
  `/\n/${evil}`,
  `/\r/${evil}`,
  `\t//${evil}`,
  `\n//${evil}`,
  ` //${evil}`,
  `//\t${evil}`,
  `/%09/../\t/${evil}`,
  `https://${good}\t.${evil}`,
  `https://${good}\n.${evil}`,
  `https\t://${evil}`,
  `\u0000//${evil}`,
  `//${evil}\u0000`,
  `\u00a0//${evil}`,
  `\u0085//${evil}`,
  `https://${evil}\u3002${good}`,
  `https://${good}\u3002${evil}`,
  `//\u2044${evil}`,
  `https://${evil}\uff0f.${good}`,
  `https:\u2215\u2215${evil}`,
  // Names that look alike or resolve oddly.
  "https://c\u043ensole.parley.example",
  "https://xn--cnsole-bxf.parley.example",
  "https://console.parley.example.",
  "https://console.parley.example.:443",
  "https://console.parley.examplE.evil.example",
  "https://127.0.0.1",
  "https://2130706433",
  "https://0x7f000001",
  "https://[::1]",
  "https://localhost",
  "https://parley.example",
  "https://sub.console.parley.example",
  "https://console-parley.example",
  "https://consoleXparley.example",
  // Paths outside the allowed one.
  "https://apps.example",
  "https://apps.example/",
  "https://apps.example/apple",
  "https://apps.example/app2",
  "https://apps.example/app/../admin",
  "https://apps.example/app/%2e%2e/admin",
  "https://apps.example/app/..%2fadmin/../../x",
  "https://apps.example/app%2fx",
  "https://apps.example/APP",
  "https://apps.example/app/./../x",
  "https://apps.example//app",
  "https://apps.example/%61pp2",
  "https://apps.example/app\\..\\admin",
  // Wildcards that must not be believed.
  "https://tenants.example",
  "https://evil.com",
  "https://a.com",
  "https://xfoo.example",
  "https://evil.example/*",
  "https://tenants.example.evil.example",
  "https://a.tenants.example:8443",
  "http://a.tenants.example",
  "https://atenants.example",
  // The provider's own pages other than self-service.
  "https://id.parley.example",
  "https://id.parley.example/",
  "https://id.parley.example/sessions",
  "https://id.parley.example/self-service",
  "https://id.parley.example/self-serviceX/x",
  "https://id.parley.example/self-service/../sessions",
  "https://id.parley.example/self-service/%2e%2e/admin",
  // Nonsense.
  "evil.example",
  "console.parley.example",
  "https://",
  "https:",
  "http:///",
  "?x",
  "#x",
  "..",
  "./x",
  "x",
  "\\",
  "%2f%2fevil.example",
  "https://%",
  "https://[",
  "\u202ehttps://evil.example",
  `https://${good}/${"a".repeat(5000)}`,
];

describe(`${attacks.length} ways out, none of which leads anywhere`, () => {
  test("there are at least a hundred", () => expect(new Set(attacks).size).toBeGreaterThanOrEqual(100));

  test.each(attacks)("%j", (value) => expect(tryReturnTo(value)).toBe("refused"));

  test("nor with a blank before them or the right address behind them", ({ task }) => {
    const disguised = attacks.flatMap((attack) => [
      ` ${attack}`,
      `${attack}?next=https://${good}/`,
      `${attack}#https://${good}/`,
    ]);
    Object.assign(task.meta, { cases: disguised.length });
    expect(disguised.filter((value) => tryReturnTo(value) !== "refused")).toEqual([]);
  });
});

function tryReturnTo(value: string): string {
  try {
    return checkReturnTo(settings, value) ?? "refused";
  } catch {
    return "refused";
  }
}
