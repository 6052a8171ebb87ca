// Double submit for plain HTTP calls that change something: a foreign page can make the browser send
// the cookie, but cannot read it to repeat it in a header.
import type { FastifyInstance } from "fastify";
import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Forbidden } from "../errors.ts";
import { randomness } from "../randomness.ts";
import { cookieOf } from "./cookies.ts";
import { hostCookie } from "./safe-headers.ts";

const plainName = "XSRF-TOKEN";
const tokenBytes = 24;
const secureName = hostCookie(plainName, true);

export function issueXsrfCookie(app: FastifyInstance, isSecure: boolean): void {
  const name = hostCookie(plainName, isSecure);
  // Readable by scripts on purpose: the page repeats it in X-XSRF-TOKEN.
  const newCookie = () =>
    `${name}=${randomness(tokenBytes).toString("base64url")}; Path=/; ${isSecure ? "Secure; " : ""}SameSite=Lax`;
  const isMissing = ({ headers }: Headed) => !cookieOf(headers.cookie, name);
  app.addHook("onRequest", (request, reply, done) => {
    if (isMissing(request)) reply.header("set-cookie", newCookie());
    done();
  });
  app.directPosts.addHeaders((request, headers) => {
    if (isMissing(request)) headers.push("set-cookie", newCookie());
  });
}

interface Headed {
  readonly headers: IncomingHttpHeaders;
}

export function requireXsrfToken({ headers }: Headed): void {
  const expected = cookieOf(headers.cookie, secureName) ?? cookieOf(headers.cookie, plainName);
  const given = headers["x-xsrf-token"];
  if (typeof given === "string" && expected && isSame(given, expected)) return;
  throw Object.assign(new Forbidden("The page is out of date. Reload it and try again."), {
    statusCode: 403,
  });
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
