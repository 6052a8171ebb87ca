// Master keys live outside the database: in the setting SECRETS_KEY, or one per line in `<dataDir>/secrets.key`.
// The first key seals, every key opens. A key's id is a digest of it, so that nothing has to be numbered.
import { createHash, randomBytes } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  openSync,
  closeSync,
  fsyncSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

export interface MasterKey {
  readonly id: string;
  readonly key: Buffer;
}

export interface MasterKeys {
  current(): MasterKey;
  find(id: string): MasterKey | undefined;
}

export interface MasterKeySource {
  readonly secretsKey: string | undefined;
  readonly dataDir: string;
}

const fileName = "secrets.key";

/** Generates the file on the first start when no key is configured. */
export function loadMasterKeys({ secretsKey, dataDir }: MasterKeySource): MasterKeys {
  const path = join(dataDir, fileName);
  const read = () => [...(secretsKey === undefined ? [] : [secretsKey]), ...readLines(path)].map(masterKey);
  let keys = read();
  if (keys.length === 0) {
    publish(path, [randomKey()], "only if absent");
    keys = read();
  }
  let seen = changedAt(path);
  const current = () => {
    // A rotation that began elsewhere counts from now on, without a restart.
    if (changedAt(path) !== seen) {
      seen = changedAt(path);
      keys = read();
    }
    const first = keys[0];
    if (first === undefined) throw new Error(`${path} holds no key. Restore it from your backup.`);
    return first;
  };
  current();
  const find = (id: string) => keys.find((key) => key.id === id);
  return {
    current,
    find: (id) => {
      const known = find(id);
      if (known !== undefined) return known;
      // Another process may have begun to rotate since this one read the file.
      keys = read();
      return find(id);
    },
  };
}

/** The end of a rotation: the first key stays. With a configured key, all of the file goes. Answers how many went. */
export function dropFormerKeys({ secretsKey, dataDir }: MasterKeySource): number {
  const path = join(dataDir, fileName);
  const lines = readLines(path);
  const kept = secretsKey === undefined ? lines.slice(0, 1) : [];
  if (lines.length > kept.length) publish(path, kept, "replace");
  return lines.length - kept.length;
}

/** Begins a rotation: running servers seal with the new key from now on. Answers the key's id. */
export function addMasterKey(dataDir: string): string {
  const path = join(dataDir, fileName);
  const fresh = randomKey();
  publish(path, [fresh, ...readLines(path)], "replace");
  return masterKey(fresh).id;
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function randomKey(): string {
  return randomBytes(32).toString("base64");
}

function masterKey(text: string): MasterKey {
  const key = Buffer.from(text, "base64");
  if (key.length !== 32) throw new Error("A master key must be 32 bytes in base64 (44 characters).");
  return {
    id: createHash("sha256").update("parley master key ").update(key).digest("hex").slice(0, 12),
    key,
  };
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, "utf8")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

function publish(path: string, lines: readonly string[], mode: "only if absent" | "replace"): void {
  mkdirSync(join(path, ".."), { recursive: true });
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  const file = openSync(temporary, "wx", 0o600);
  try {
    writeSync(file, `${lines.join("\n")}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (mode === "replace") return renameSync(temporary, path);
  try {
    // Two servers that start at once must end up with one key: linking fails where renaming would overwrite.
    linkSync(temporary, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(temporary);
  }
}
