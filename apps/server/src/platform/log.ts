import { pino, type Logger } from "pino";

export type Log = Logger;

// Never log what could sign someone in or unlock a third party's account.
const secretPaths = ["password", "clientSecret", "token", "cookie", "authorization", "secret", "apiKey"];

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    redact: {
      paths: secretPaths.flatMap((path) => [path, `*.${path}`, `req.headers.${path}`, `*.*.${path}`]),
      censor: "[hidden]",
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
