// Tells the server what ran. Reports are gathered for a moment, and sent at once when the page goes away.
export interface Report {
  readonly appletId: string;
  readonly version: number;
  readonly triggerId: string;
  readonly event: Readonly<Record<string, unknown>>;
  readonly actions: readonly { id: string; isDone: boolean; ms: number; error?: string }[];
}

export type Reporter = (report: Report) => void;

const gatherMs = 500;
const mostAtOnce = 20;

export function createReporter(server: string): Reporter {
  let waiting: (Report & { key: string })[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const body = JSON.stringify({
      url: location.origin + location.pathname,
      runs: waiting.splice(0, mostAtOnce),
    });
    // Plain text needs no preflight, and keepalive outlives the page.
    fetch(`${server}/applets/runs`, {
      method: "POST",
      body,
      headers: { "content-type": "text/plain" },
      keepalive: true,
      credentials: "omit",
    }).catch(() => undefined);
    if (waiting.length > 0) send();
  }

  addEventListener("pagehide", send);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") send();
  });
  return (report) => {
    // The key makes a report that arrives twice count once.
    waiting = [...waiting, { ...report, key: `${Date.now()}-${Math.random().toString(36).slice(2, 14)}` }];
    timer ??= setTimeout(send, gatherMs);
  };
}
