// A call whose answer was lost is sent again: reading twice harms nobody, and a change keeps its idempotency key.
const pausesMs = [300, 1_200];

/** Not of an upload: what it sends cannot be read a second time from every source. */
export function isMutation(body: unknown): boolean {
  return typeof body === "string" && /"query":"\s*mutation\b/.test(body);
}

/** Tries again when no answer came, or when the server says that it cannot answer right now. */
export async function fetchAgain(
  send: () => Promise<Response>,
  wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): Promise<Response> {
  for (const pause of pausesMs) {
    const response = await send().catch((error: unknown) => {
      // Somebody left the page or the request: that is no failure to mend.
      if (error instanceof Error && error.name === "AbortError") throw error;
    });
    if (response && response.status !== 503) return response;
    await wait(pause);
  }
  return send();
}
