// Double submit for plain HTTP calls that change something: a foreign page can make the browser send
// the cookie, but cannot read it to repeat it in a header.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { Forbidden } from "../errors.ts";
import { hostCookie } from "./safe-headers.ts";

const plainName = "XSRF-TOKEN";
const secureName = hostCookie(plainName, true);

export function issueXsrfCookie(app: FastifyInstance, isSecure: boolean): void {
  const cookieName = hostCookie(plainName, isSecure);
  app.addHook("onRequest", (request, reply, done) => {
    // Readable by scripts on purpose: the page repeats it in X-XSRF-TOKEN.
    if (!request.cookies[cookieName])
      reply.setCookie(cookieName, newToken(), { path: "/", sameSite: "lax", secure: isSecure });
    done();
  });
}

const tokenBytes = 24;
let randomness = Buffer.alloc(0);

/** Asking the system for randomness takes longer than most calls: it is asked for many tokens at once. */
function newToken(): string {
  if (randomness.length === 0) randomness = randomBytes(tokenBytes * 100);
  const token = randomness.toString("base64url", 0, tokenBytes);
  randomness = randomness.subarray(tokenBytes);
  return token;
}

export function requireXsrfToken(request: FastifyRequest): void {
  const expected = request.cookies[secureName] ?? request.cookies[plainName];
  const given = request.headers["x-xsrf-token"];
  if (typeof given === "string" && expected && isSame(given, expected)) return;
  throw Object.assign(new Forbidden("The page is out of date. Reload it and try again."), {
    statusCode: 403,
  });
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
