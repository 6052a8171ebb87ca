// Secrets at rest: each has a data key of its own, which is sealed with a master key that is not in the database.
// Both seals are bound to the place the secret belongs to, so that a ciphertext moved to another row is worthless.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { MasterKey, MasterKeys } from "./master-keys.ts";

export interface SecretBinding {
  /** The organisation, or "system" for what belongs to none. */
  readonly tenantId: string;
  /** Such as `account_auth_methods.client_secret`. */
  readonly column: `${string}.${string}`;
  readonly rowId: string;
}

export interface Secrets {
  encryptSecret(plain: string, binding: SecretBinding): string;
  decryptSecret(sealed: string, binding: SecretBinding): string;
  /** The same secret under the current master key; the same string when it already is. */
  rotate(sealed: string, binding: SecretBinding): string;
  isCurrent(sealed: string): boolean;
}

export class SecretError extends Error {
  override name = "SecretError";
}

const format = "p1";
const ivBytes = 12;
const tagBytes = 16;
const keyBytes = 32;
const sealedKeyBytes = ivBytes + keyBytes + tagBytes;

export function createSecrets(keys: MasterKeys): Secrets {
  const open = (sealed: string, binding: SecretBinding) => {
    const { keyId, sealedKey, content } = parse(sealed);
    const master = keys.find(keyId);
    if (master === undefined) {
      throw new SecretError(`A stored secret needs the master key ${keyId}, which is not configured.`);
    }
    return { content, dataKey: unseal(sealedKey, master.key, binding) };
  };
  const secrets: Secrets = {
    encryptSecret: (plain, binding) => {
      const dataKey = randomBytes(keyBytes);
      return write(keys.current(), dataKey, seal(Buffer.from(plain, "utf8"), dataKey, binding), binding);
    },
    decryptSecret: (sealed, binding) => {
      const { content, dataKey } = open(sealed, binding);
      return unseal(content, dataKey, binding).toString("utf8");
    },
    rotate: (sealed, binding) => {
      if (secrets.isCurrent(sealed)) return sealed;
      const { content, dataKey } = open(sealed, binding);
      return write(keys.current(), dataKey, content, binding);
    },
    isCurrent: (sealed) => parse(sealed).keyId === keys.current().id,
  };
  return secrets;
}

/** What a person may see of a secret to recognise it; nothing of one so short that four characters give it away. */
export function lastFour(plain: string): string {
  return plain.length < 12 ? "" : plain.slice(-4);
}

function write(master: MasterKey, dataKey: Buffer, content: Buffer, binding: SecretBinding): string {
  const bytes = Buffer.concat([seal(dataKey, master.key, binding), content]);
  return `${format}:${master.id}:${bytes.toString("base64url")}`;
}

function parse(sealed: string) {
  const [version, keyId, text, ...rest] = sealed.split(":");
  const bytes = Buffer.from(text ?? "", "base64url");
  const isWhole = bytes.length >= sealedKeyBytes + ivBytes + tagBytes && rest.length === 0;
  if (version !== format || keyId === undefined || !isWhole) {
    throw new SecretError("A stored secret is not in the form that Parley writes.");
  }
  return { keyId, sealedKey: bytes.subarray(0, sealedKeyBytes), content: bytes.subarray(sealedKeyBytes) };
}

function seal(plain: Buffer, key: Buffer, binding: SecretBinding): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes });
  cipher.setAAD(boundTo(binding));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function unseal(sealed: Buffer, key: Buffer, binding: SecretBinding): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(boundTo(binding));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]);
  } catch {
    throw new SecretError(`The secret stored in ${binding.column} was changed or belongs to another row.`);
  }
}

function boundTo({ tenantId, column, rowId }: SecretBinding): Buffer {
  return Buffer.from(JSON.stringify([format, tenantId, column, rowId]), "utf8");
}
