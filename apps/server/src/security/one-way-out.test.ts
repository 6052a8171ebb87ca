// Threat S7: an outgoing call that does not go through the guard of platform/outgoing.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const source = fileURLToPath(new URL("../", import.meta.url));

/** What opens connections, and the addresses it opens them to: the operator's settings, never a tenant's words. */
const allowed: Readonly<Record<string, string>> = {
  "platform/whoami.ts": "PROVIDER_URL",
  "health.ts": "PROVIDER_URL",
  "users/recovery-job.ts": "PROVIDER_ADMIN_URL",
  "platform/database-watch.ts": "DATABASE_URL",
  "platform/row-security/answer-reader.ts": "DATABASE_URL",
  "platform/hints/line.ts": "HINTS_URL",
  "platform/mail/mailer.ts": "SMTP_URL",
  "platform/files/s3-server.ts": "a server for tests",
  "platform/http/direct-posts.ts": "only answers",
  "platform/embedded-postgres/port.ts": "listens to find a free port",
};

const waysOut = [
  /(?<![.\w])fetch\s*\(/,
  /globalThis\.fetch/,
  /(from |import\()"(node:)?(http|https|http2|tls|dgram|undici|axios|got|node-fetch|needle|superagent|nodemailer)"/,
  /import\("(node:)?net"\)/,
  /new (WebSocket|EventSource|XMLHttpRequest)\b/,
  /import \{[^}]*\b(connect|createConnection|createServer|Socket)\b[^}]*\} from "node:net"/,
  /require\("/,
];

function offences(text: string): string[] {
  const code = text
    .replace(/^\s*(\/\/|\*|\/\*).*$/gm, "")
    .replace(/^import type .*$/gm, "")
    .replace(/import \{ STATUS_CODES \} from "node:http";/, "");
  return waysOut.filter((way) => way.test(code)).map(String);
}

it("nothing but the guard, and what follows the operator's settings, opens a connection", ({ task }) => {
  const files = globSync("**/*.ts", { cwd: source }).filter(
    (file) =>
      !/\.test\.ts$|(^|\/)testing(-\w+)?(\/|\.ts$)|^generated\/|^platform\/outgoing\/|^identity\/contract\/|escape-corpus/.test(
        file,
      ),
  );
  Object.assign(task.meta, { cases: files.length });
  const found = files.filter((file) => offences(readFileSync(`${source}${file}`, "utf8")).length > 0);
  expect(found.toSorted()).toEqual(Object.keys(allowed).toSorted());
  expect(files.length).toBeGreaterThan(300);
});

it("the search finds what it looks for", () => {
  for (const line of [
    'const answer = await fetch("http://x");',
    'import http from "node:http";',
    'import { connect } from "node:net";',
    'const undici = await import("undici");',
    'const { createTransport } = await import("nodemailer");',
    'const net = await import("node:net");',
    'new WebSocket("ws://x")',
  ]) {
    expect(offences(line), line).not.toEqual([]);
  }
  expect(offences('await services.outgoing.fetch(url)\nimport { isIP } from "node:net";')).toEqual([]);
});
