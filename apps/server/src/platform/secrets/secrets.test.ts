import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addMasterKey, loadMasterKeys } from "./master-keys.ts";
import { createSecrets, lastFour, type SecretBinding } from "./secrets.ts";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "parley-secrets-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const binding: SecretBinding = { tenantId: "t1", column: "methods.client_secret", rowId: "r1" };
const open = (secretsKey?: string) => createSecrets(loadMasterKeys({ secretsKey, dataDir }));
const keyFile = () => readFileSync(join(dataDir, "secrets.key"), "utf8");

test("a secret comes back, in any script, and is never the same twice", () => {
  const secrets = open();
  for (const plain of ["", "sk-canary-123456", "пароль 密码 🔑", "x".repeat(100_000)]) {
    const sealed = secrets.encryptSecret(plain, binding);
    expect(secrets.decryptSecret(sealed, binding)).toBe(plain);
    expect(secrets.encryptSecret(plain, binding)).not.toBe(sealed);
  }
  expect(secrets.encryptSecret("sk-canary-123456", binding)).not.toContain("canary");
});

test.each([
  { ...binding, tenantId: "t2" },
  { ...binding, rowId: "r2" },
  { ...binding, column: "methods.other" as const },
  { tenantId: "t1methods.client_secret", column: "." as const, rowId: "r1" },
])("a ciphertext moved to %j does not open", (elsewhere) => {
  const secrets = open();
  const sealed = secrets.encryptSecret("one", binding);
  expect(() => secrets.decryptSecret(sealed, elsewhere)).toThrow("belongs to another row");
  expect(secrets.decryptSecret(sealed, binding)).toBe("one");
});

test("two rows cannot swap their ciphertexts, nor the halves of them", () => {
  const secrets = open();
  const other = { ...binding, rowId: "r2" };
  const mine = secrets.encryptSecret("mine", binding);
  const theirs = secrets.encryptSecret("them", other);
  expect(() => secrets.decryptSecret(theirs, binding)).toThrow();
  expect(() => secrets.decryptSecret(mine, other)).toThrow();
  const bytes = (sealed: string) => Buffer.from(sealed.split(":")[2] ?? "", "base64url");
  const spliced = Buffer.concat([bytes(mine).subarray(0, 60), bytes(theirs).subarray(60)]).toString(
    "base64url",
  );
  expect(() => secrets.decryptSecret(mine.replace(/[^:]+$/, spliced), binding)).toThrow();
});

test("every changed byte is noticed", () => {
  const secrets = open();
  const sealed = secrets.encryptSecret("a secret", binding);
  const [version, id, text = ""] = sealed.split(":");
  const bytes = Buffer.from(text, "base64url");
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() =>
      secrets.decryptSecret(`${version}:${id}:${changed.toString("base64url")}`, binding),
    ).toThrow();
  }
  for (const bad of ["", "plain text", "p1::", "p2:a:b", `${sealed}:x`, sealed.slice(0, 60)]) {
    expect(() => secrets.decryptSecret(bad, binding)).toThrow("not in the form");
  }
});

test("the key file is made once, for its owner only, and is used by the next start", () => {
  const sealed = open().encryptSecret("kept", binding);
  expect(statSync(join(dataDir, "secrets.key")).mode & 0o777).toBe(0o600);
  expect(open().decryptSecret(sealed, binding)).toBe("kept");
  expect(readdirSync(dataDir)).toEqual(["secrets.key"]);
});

test("servers that start at once share one key", () => {
  const script = `import { loadMasterKeys } from ${JSON.stringify(import.meta.resolve("./master-keys.ts"))};
    console.log(loadMasterKeys({ secretsKey: undefined, dataDir: ${JSON.stringify(dataDir)} }).current().id);`;
  const command = `for i in 1 2 3 4; do "$0" --input-type=module -e "$1" & done; wait`;
  const ids = execFileSync("sh", ["-c", command, process.execPath, script], { encoding: "utf8" });
  expect(ids.trim().split("\n")).toHaveLength(4);
  expect(new Set(ids.trim().split("\n")).size).toBe(1);
});

test("a configured key is used and no file is written", () => {
  const key = randomBytes(32).toString("base64");
  const sealed = open(key).encryptSecret("configured", binding);
  expect(open(key).decryptSecret(sealed, binding)).toBe("configured");
  expect(readdirSync(dataDir)).toEqual([]);
  expect(() => open(randomBytes(32).toString("base64")).decryptSecret(sealed, binding)).toThrow(
    "not configured",
  );
});

test("keys rotate while servers run: old and new processes read each other's secrets", () => {
  const running = open();
  const old = running.encryptSecret("old", binding);
  const newId = addMasterKey(dataDir);
  expect(keyFile().trim().split("\n")).toHaveLength(2);
  const restarted = open();
  const rotated = restarted.rotate(old, binding);
  expect(rotated).toContain(newId);
  expect(restarted.isCurrent(old)).toBe(false);
  expect(restarted.isCurrent(rotated)).toBe(true);
  expect(restarted.rotate(rotated, binding)).toBe(rotated);
  expect(restarted.decryptSecret(old, binding)).toBe("old");
  expect(running.decryptSecret(rotated, binding)).toBe("old");
  expect(() => restarted.rotate(old, { ...binding, rowId: "r2" })).toThrow();
});

test("the last four characters are shown only of a secret long enough to spare them", () => {
  expect(lastFour("sk-1234567890abcd")).toBe("abcd");
  expect(lastFour("short")).toBe("");
  expect(lastFour("elevenchars")).toBe("");
});
