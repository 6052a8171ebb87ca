import { isObject } from "#domains/packages";
import { Invalid } from "#platform/errors.ts";
import { OutgoingError } from "#platform/outgoing/failure.ts";
import { secretsOf } from "../../secrets/store.ts";
import { type ActionCall, Retryable, textOf } from "./action.ts";

const mostShown = 4_000;
const maxBytes = 512 * 1024;
// What decides where a request goes and how it is read is not a tenant's to set.
const reserved = new Set([
  "host",
  "content-length",
  "connection",
  "transfer-encoding",
  "x-parley-chain",
  "upgrade",
]);

/** Calls another system. The log keeps the answer's beginning; secrets are filled in here and never logged. */
export async function httpRequest(call: ActionCall): Promise<Record<string, unknown>> {
  const { services, program, input, inputWith, signal } = call;
  const secret = inputWith ? await secretsOf(services, program) : {};
  const { url, method, headers, body, seconds } = inputWith ? inputWith(secret) : input;
  const text = body === undefined || body === null ? undefined : textOf(body);
  const sent = headersOf(headers);
  if (text !== undefined && typeof body !== "string") sent["content-type"] ??= "application/json";
  try {
    const answered = await services.outgoing.ask(textOf(url), {
      method: textOf(method) || "POST",
      headers: {
        ...sent,
        "idempotency-key": call.idempotencyKey,
        // How a webhook of ours that this leads to knows where it came from.
        "x-parley-chain": call.chain.join(","),
      },
      ...(text !== undefined && method !== "GET" && { body: text }),
      timeoutMs: 1_000 * (typeof seconds === "number" ? seconds : 10),
      maxBytes,
      signal,
      redirect: "error",
      key: `applet:${program.instanceId}`,
    });
    const answer = covered((await answered.text()).slice(0, mostShown), secret);
    // 508 is how a webhook of ours says that it was led in a circle: trying again would lead it there again.
    if (answered.status === 429 || (answered.status >= 500 && answered.status !== 508)) {
      throw new Retryable(`The other system answered ${answered.status}.`);
    }
    if (answered.status >= 400)
      throw new Invalid("url", `The other system answered ${answered.status}: ${answer.slice(0, 200)}`);
    return { status: answered.status, body: jsonOr(answer) };
  } catch (error) {
    const isPassing =
      error instanceof OutgoingError && error.failure !== "not-allowed" && error.failure !== "too-large";
    throw isPassing ? new Retryable(error.message) : error;
  }
}

function headersOf(headers: unknown): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(isObject(headers) ? headers : {})) {
    const key = name.toLowerCase();
    if (reserved.has(key) || !/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(key)) continue;
    kept[key] = textOf(value).replaceAll(/[\r\n\0]/g, " ");
  }
  return kept;
}

/** Some systems repeat what they were sent. */
function covered(text: string, secrets: Readonly<Record<string, string>>): string {
  let shown = text;
  for (const value of Object.values(secrets)) if (value.length >= 4) shown = shown.replaceAll(value, "•••");
  return shown;
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
