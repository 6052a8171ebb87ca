import { pino, type Logger } from "pino";

export type Log = Logger;

// Never log what could sign someone in or unlock a third party's account.
const secretPaths = ["password", "clientSecret", "token", "cookie", "authorization", "secret", "apiKey"];

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    serializers: { error: describeError },
    redact: {
      paths: secretPaths.flatMap((path) => [path, `*.${path}`, `req.headers.${path}`, `*.*.${path}`]),
      censor: "[hidden]",
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Without what a driver hangs on an error, such as the values of the row it was about. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  return { name, message, stack, code, ...(cause !== undefined && { cause: describeError(cause) }) };
}
