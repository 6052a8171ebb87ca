// argon2id from Node itself, in the usual $argon2id$… notation so that hashes can move.
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive("argon2id", { message: Buffer.from(password), nonce, tagLength, ...cost });
  const encode = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`;
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const parts = parseHash(stored);
  if (parts === null) return false;
  const { nonce, tag, ...parameters } = parts;
  const actual = await derive("argon2id", {
    message: Buffer.from(password),
    nonce,
    tagLength: tag.length,
    ...parameters,
  });
  return timingSafeEqual(actual, tag);
}

export function isSupportedHash(stored: string): boolean {
  return parseHash(stored) !== null;
}

/** Spends the time of a check when there is nothing to check, so that the clock tells nothing. */
export async function pretendToVerify(password: string): Promise<void> {
  await verifyPassword(password, await decoy());
}

let decoyHash: Promise<string> | undefined;
function decoy(): Promise<string> {
  decoyHash ??= hashPassword(randomBytes(16).toString("hex"));
  return decoyHash;
}

function parseHash(stored: string) {
  const match =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(
      stored,
    );
  if (match === null) return null;
  const [, memory = "", passes = "", parallelism = "", nonce = "", tag = ""] = match;
  const parts = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
  const isSane =
    parts.memory <= 262_144 && parts.passes > 0 && parts.nonce.length >= 8 && parts.tag.length >= 16;
  return isSane ? parts : null;
}
