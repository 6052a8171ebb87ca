// Calls of a client that expects the worst: every call has a deadline, and a broken line is an answer too.
export interface Answer<T = Record<string, unknown>> {
  /** 0 when no answer came. */
  readonly status: number;
  readonly data: T | undefined;
  readonly code: string | undefined;
  readonly message: string;
  /** What an error says beside its message. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly ms: number;
}

export interface CallOptions {
  readonly cookie?: string;
  readonly key?: string;
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function graphql<T = Record<string, unknown>>(
  apiUrl: string,
  query: string,
  variables: Record<string, unknown>,
  options: CallOptions = {},
): Promise<Answer<T>> {
  return post<T>(`${apiUrl}/v1/graphql`, { query, variables }, options);
}

export async function post<T>(url: string, body: unknown, options: CallOptions = {}): Promise<Answer<T>> {
  const begun = performance.now();
  const since = () => performance.now() - begun;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(options.cookie && { cookie: options.cookie }),
        ...(options.key && { "idempotency-key": options.key }),
        ...options.headers,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(options.timeoutMs ?? 15_000),
    });
    const answer = (await response.json()) as {
      data?: T;
      errors?: { message: string; extensions?: { code?: string } & Record<string, unknown> }[];
      // The chat's own way to say no.
      code?: string;
      message?: string;
    };
    const error = answer.errors?.[0];
    return {
      status: response.status,
      data: error || !response.ok ? undefined : (answer.data ?? (answer as T)),
      code: error?.extensions?.code ?? answer.code,
      message: error?.message ?? answer.message ?? "",
      details: error?.extensions ?? {},
      ms: since(),
    };
  } catch (error) {
    return { status: 0, data: undefined, code: undefined, message: String(error), details: {}, ms: since() };
  }
}

/** Milliseconds until `attempt` answers true, or a sentence as an error. */
export async function until(
  what: string,
  attempt: () => Promise<boolean>,
  options: { withinMs?: number; everyMs?: number } = {},
): Promise<number> {
  const begun = performance.now();
  const deadline = options.withinMs ?? 30_000;
  for (;;) {
    if (await attempt()) return performance.now() - begun;
    if (performance.now() - begun > deadline)
      throw new Error(`${what} did not happen within ${deadline} ms.`);
    await new Promise((resolve) => setTimeout(resolve, options.everyMs ?? 25));
  }
}
