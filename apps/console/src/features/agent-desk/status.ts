import type { Tone } from "@parley/ui/status-badge";
import type { ConversationStatus } from "../../generated/operations.ts";

export const statusTone = {
  BOT: "neutral",
  WAITING: "warning",
  AGENT: "info",
  ENDED: "good",
} as const satisfies Record<ConversationStatus, Tone>;
