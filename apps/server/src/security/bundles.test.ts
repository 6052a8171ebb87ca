// Threat S2: a secret of the server in something every browser gets.
import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#testing/server.ts";

const apps = fileURLToPath(new URL("../../../", import.meta.url));
const isBuilt = ["console", "sign-in", "widget"].every((app) => existsSync(`${apps}${app}/dist`));

describe.runIf(isBuilt)("what browsers get", () => {
  const canaries = {
    ADMIN_SECRET: "canary-admin-secret-5c1f0e",
    SECRETS_KEY: Buffer.alloc(32, "canary").toString("base64"),
    SMTP_URL: "smtp://canary-user:canary-mail-password@127.0.0.1:1",
    ADMIN_PASSWORD: "canary-first-password",
  };
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: canaries });
  });
  afterAll(() => server.stop());

  const secretWords = [
    "x-hasura-admin-secret",
    "ADMIN_SECRET",
    "SECRETS_KEY",
    "SMTP_URL",
    "DATABASE_URL",
    "BEGIN PRIVATE KEY",
    "BEGIN RSA PRIVATE KEY",
    "postgres://",
    "canary",
  ];

  it("no built file names a secret", ({ task }) => {
    const files = globSync("{console,sign-in,widget}/dist/**/*", { cwd: apps, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`);
    const found: string[] = [];
    for (const file of files) {
      const text = readFileSync(file, "latin1");
      for (const word of secretWords) if (text.includes(word)) found.push(`${file}: ${word}`);
    }
    Object.assign(task.meta, { cases: files.length });
    expect(files.length).toBeGreaterThan(50);
    expect(found).toEqual([]);
  });

  it("no page carries one in its settings, in the clear or as base64", async ({ task }) => {
    const values = Object.values(canaries).concat("canary-mail-password");
    const forms = values.flatMap((value) => [
      value,
      Buffer.from(value).toString("base64").replace(/=+$/, ""),
    ]);
    const pages = [
      server.urls.console,
      `${server.urls.console}/organizations`,
      server.urls.signIn,
      `${server.urls.signIn}/error`,
      `${server.urls.api}/loader.js`,
      `${server.urls.api}/widget/test`,
      `${server.urls.api}/health/ready`,
      `${server.urls.api}/metrics`,
      `${server.urls.provider}/health/ready`,
    ];
    for (const page of pages) {
      const response = await fetch(page);
      const text = JSON.stringify([...response.headers]) + (await response.text());
      for (const form of forms) expect(text, page).not.toContain(form);
    }
    Object.assign(task.meta, { cases: pages.length * forms.length });
  });
});
