// The pages are true: every command in them is run, every figure is one that /metrics has, every alert has its page.
import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { newId } from "../../apps/server/src/platform/ids.ts";
import { anAccount } from "../../apps/server/src/testing/builders.ts";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/server.ts";

const folder = import.meta.dirname;
const root = join(folder, "../..");
const adminSecret = "a secret for the operations pages";
let server: TestServer;
let scratch: string;
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_SECRET: adminSecret } });
  // A snapshot is told to the organisations it holds.
  await anAccount(server);
  scratch = mkdtempSync(join(tmpdir(), "parley-operations-"));
});
afterAll(async () => {
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
});

const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
const commands = pages.flatMap((page) =>
  [...textOf(page).matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => ({ page, command: match[1]?.trim() ?? "" })),
);

function shell(command: string, env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const options = {
      cwd: root,
      env: { PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"]}`, HOME: process.env["HOME"], ...env },
      timeout: 100_000,
    };
    execFile("bash", ["-c", command], options, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}` }),
    );
  });
}

function placeOfSecrets() {
  return { DATABASE_URL: server.databaseUrl, DATA_DIR: server.services.config.dataDir };
}

/** How each command is tried; what is not here fails the test, so that no page can promise what nobody ran. */
const tries: readonly { begins: string; run(command: string): Promise<void> }[] = [
  {
    begins: 'curl -sS "$API_URL/v1/graphql"',
    async run(command) {
      const { output } = await shell(command, { API_URL: server.urls.api, ADMIN_SECRET: adminSecret });
      expect(output).toContain('"makeDbSnapshot"');
      expect(output).not.toContain('"errors"');
    },
  },
  {
    begins: "DATA_DIR=/var/lib/parley-restored npm run restore",
    async run(command) {
      const snapshots = join(server.services.config.dataDir, "snapshots");
      const finished = () => readdirSync(snapshots).find((name) => name.endsWith(".snapshot"));
      await expect.poll(() => existsSync(snapshots) && finished(), { timeout: 30_000 }).toBeTruthy();
      const own = command
        .replace("/var/lib/parley-restored", join(scratch, "restored"))
        .replace(/\S+\.snapshot$/, join(snapshots, finished() ?? ""));
      expect(own).not.toBe(command);
      // Into a database of its own, which it starts and stops: nothing of that may be heard.
      const { code, output } = await shell(own, {});
      expect(output).not.toMatch(/error/i);
      expect(output).toMatch(/Restored \d+ rows/);
      expect(code).toBe(0);
    },
  },
  {
    begins: 'curl -fsS "$API_URL/health/ready"',
    async run(command) {
      const { code, output } = await shell(command, { API_URL: server.urls.api });
      expect(output).toContain("ok");
      expect(code).toBe(0);
    },
  },
  {
    begins: "id=$(curl",
    async run(command) {
      const id = newId();
      await server.services.identity?.createIdentity({ id, email: "admin@parley.example" });
      const { output } = await shell(command.replaceAll("http://127.0.0.1:4434", server.urls.providerAdmin), {});
      const answer = JSON.parse(output);
      expect(answer.recovery_link).toContain(`${server.urls.signIn}/recovery?flow=`);
      expect(answer.recovery_code).toMatch(/^\d{6}$/);
    },
  },
  {
    begins: "openssl rand -base64 32",
    async run(command) {
      const { output } = await shell(command, {});
      expect(output.trim()).toHaveLength(44);
    },
  },
  {
    begins: "npm run secrets:rotate -- --forget",
    async run(command) {
      const { code, output } = await shell(command, placeOfSecrets());
      expect(output).toMatch(/former/i);
      expect(code).toBe(0);
    },
  },
  {
    begins: "npm run secrets:rotate",
    async run(command) {
      const { code, output } = await shell(command, placeOfSecrets());
      expect(output).toMatch(/The new master key is .+\n\d+ secrets are sealed with it now/);
      expect(code).toBe(0);
    },
  },
  {
    begins: "npm run audit:verify",
    async run(command) {
      copyFileSync(join(root, ".env.example"), join(scratch, "settings"));
      const { code, output } = await shell(command, { DATABASE_URL: server.databaseUrl, DATA_DIR: scratch });
      expect(output).not.toMatch(/error/i);
      expect(code).toBe(0);
    },
  },
  // These need a machine that systemd runs; the unit they name is the one of deploy/systemd.
  {
    begins: "systemctl restart parley",
    run: async () => expect(existsSync(join(root, "deploy/systemd/parley.service"))).toBe(true),
  },
  {
    begins: "journalctl -u parley",
    run: async () => expect(existsSync(join(root, "deploy/systemd/parley.service"))).toBe(true),
  },
];

describe("every command", () => {
  it.each(commands)("of $page works: $command", { timeout: 120_000 }, async ({ command }) => {
    const known = tries.find((each) => command.startsWith(each.begins));
    expect(known, `nobody tries: ${command}`).toBeDefined();
    await known?.run(command);
  });
});

/** What is said within a sentence is tried as well: statements are run, and quoted lines of the log are in the code. */
describe("words within pages", () => {
  const statements = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`(select [^`]*)`/g)].map(([, text = ""]) => ({ page, text })),
  );

  it.each(statements)("$page: $text", async ({ text }) => {
    // An extension that only the operator of a PostgreSQL can load.
    if (text.includes("pg_stat_statements")) return;
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    try {
      await client.query(text.replace(/'<\w+>'/, "'01900000-0000-7000-8000-000000000000'"));
    } finally {
      await client.end();
    }
  });

  it("quote only lines that the server writes", async () => {
    const sentences = [...textOf("logs.md").matchAll(/^\| ([a-z][^|`]+) \|/gm)].map(([, text = ""]) => text.trim());
    expect(sentences.length).toBeGreaterThan(5);
    const sources = readdirSync(join(root, "apps/server/src"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.startsWith("generated"))
      .map((name) => readFileSync(join(root, "apps/server/src", name), "utf8"))
      .join("\n");
    expect(sentences.filter((sentence) => !sources.includes(sentence))).toEqual([]);
  });

  it("tell how long things are kept as the code does", () => {
    const upkeep = readFileSync(join(root, "apps/server/src/platform/upkeep.ts"), "utf8");
    for (const [, time = ""] of upkeep.matchAll(/for: "([^"]+)"/g))
      expect(textOf("keys-and-retention.md")).toContain(`| ${time} |`);
  });
});

describe("figures and alerts", () => {
  interface Rules {
    readonly groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[];
  }
  const rules = (parse(textOf("alerts.yaml")) as Rules).groups.flatMap((group) => group.rules);

  it("name only what /metrics has, and metrics.md describes what is watched", async () => {
    await fetch(`${server.urls.api}/health/alive`);
    const text = await (await fetch(`${server.urls.api}/metrics`)).text();
    const there = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]));
    const named = (source: string) => [...source.matchAll(/parley_\w+/g)].map((match) => match[0]);
    const base = (name: string) => (there.has(name) ? name : name.replace(/_(count|sum|bucket)$/, ""));
    const watched = [...rules.flatMap((rule) => named(rule.expr)), ...named(textOf("dashboard.json"))].map(base);
    const described = new Set(named(textOf("metrics.md")));
    expect(watched.filter((name) => !there.has(name))).toEqual([]);
    expect([...described].filter((name) => !there.has(base(name)))).toEqual([]);
    expect(watched.filter((name) => !described.has(name))).toEqual([]);
    const inPages = pages.flatMap((page) => named(textOf(page))).map(base);
    expect(inPages.filter((name) => !there.has(name))).toEqual([]);
  });

  it("count what only grows with rate and increase, and what goes up and down with delta", async () => {
    const text = await (await fetch(`${server.urls.api}/metrics`)).text();
    const gauges = new Set([...text.matchAll(/^# TYPE (\S+) gauge/gm)].map((match) => match[1]));
    const rated = [...rules.map((rule) => rule.expr), textOf("dashboard.json"), ...pages.map(textOf)].flatMap((words) =>
      [...words.matchAll(/\b(?:rate|increase)\((\w+)/g)].map((match) => match[1]),
    );
    expect(rated.length).toBeGreaterThan(2);
    expect(rated.filter((name) => gauges.has(name))).toEqual([]);
  });

  it("have a page for each alert, and no page without one", () => {
    for (const rule of rules) expect(existsSync(join(root, rule.annotations.runbook)), rule.alert).toBe(true);
    const written = readdirSync(join(folder, "incidents")).map((name) => name.replace(".md", ""));
    expect(new Set(written)).toEqual(new Set(rules.map((rule) => rule.alert)));
  });

  it("link only to pages that are there", () => {
    for (const page of pages) {
      for (const [, target = ""] of textOf(page).matchAll(/\]\(([^)#]+)\)/g))
        expect(existsSync(join(folder, page, "..", target)), `${page}: ${target}`).toBe(true);
    }
  });

  it("fill a dashboard that Grafana can read", () => {
    const dashboard = JSON.parse(textOf("dashboard.json")) as { panels: { id: number; targets: unknown[] }[] };
    expect(new Set(dashboard.panels.map((panel) => panel.id)).size).toBe(dashboard.panels.length);
    expect(dashboard.panels.every((panel) => panel.targets.length > 0)).toBe(true);
  });
});
