// Events to try an applet with, one per kind of trigger, with the fields people will want to change.
const samples: Readonly<Record<string, unknown>> = {
  "@parley/time-on-page": { kind: "time-on-page", seconds: 60 },
  "@parley/scroll-depth": { kind: "scroll-depth", percent: 80 },
  "@parley/click": { kind: "click", selector: "#buy" },
  "@parley/exit-intent": { kind: "exit-intent" },
  "@parley/custom-event": { kind: "custom-event", name: "cart", data: { total: 120 } },
  "@parley/schedule": { kind: "schedule", scheduledAt: "2026-01-05T09:00:00Z" },
  "@parley/webhook": { kind: "webhook", webhook: { body: { order: 1001 } } },
  "@parley/conversation-started": { kind: "conversation-started", conversation: { id: "sample" } },
  "@parley/conversation-ended": {
    kind: "conversation-ended",
    conversation: { id: "sample", outcome: "resolved" },
  },
  "@parley/conversation-handed-off": { kind: "conversation-handed-off", conversation: { id: "sample" } },
  "@parley/conversation-message": {
    kind: "conversation-message",
    conversation: { id: "sample" },
    message: { text: "I want a refund" },
  },
};

export function sampleEventFor(pkgName: string | undefined): string {
  const sample = pkgName === undefined ? undefined : samples[pkgName];
  return sample === undefined ? "" : JSON.stringify(sample, null, 2);
}
