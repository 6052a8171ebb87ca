// Secrets the provider must be able to read back are sealed; those it only compares are hashed.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { randomness } from "#platform/randomness.ts";

export interface Sealer {
  /** `purpose` is bound to the result: what was sealed for one use does not open for another. */
  seal(purpose: string, value: unknown): string;
  open(purpose: string, sealed: string): unknown;
  mac(purpose: string, value: string): Buffer;
}

export function createSealer(masterKey: Buffer): Sealer {
  const keys = new Map<string, KeyObject>();
  const keyFor = (use: string) => {
    const known = keys.get(use);
    if (known !== undefined) return known;
    const key = createSecretKey(Buffer.from(hkdfSync("sha256", masterKey, "parley identity", use, 32)));
    keys.set(use, key);
    return key;
  };
  return {
    seal(purpose, value) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", keyFor("seal"), nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", keyFor("seal"), bytes.subarray(0, 12))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(12, 28));
      const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
      return JSON.parse(text);
    },
    mac: (purpose, value) =>
      createHmac("sha256", keyFor(`mac ${purpose}`))
        .update(value)
        .digest(),
  };
}

/** For values that carry enough randomness of their own: a plain hash cannot be searched. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

export function randomToken(prefix: string): string {
  return `${prefix}${randomness(32).toString("base64url")}`;
}
