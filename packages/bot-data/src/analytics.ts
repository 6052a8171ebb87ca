// The figures of a project (decision 076).
import { z } from "zod";

const count = z.number();
export const analyticsFigures = z.object({
  conversations: count,
  ended: count,
  solved: count,
  handedOff: count,
  turns: count,
  fallbacks: count,
  lowConfidence: count,
  errors: count,
  inputTokens: count,
  outputTokens: count,
  cost: z.number(),
});
export type AnalyticsFigures = z.infer<typeof analyticsFigures>;

/** Milliseconds from the visitor's words to the bot's last; null where nothing was answered. */
export const responseTime = z.object({ p50: z.number().nullable(), p95: z.number().nullable() });
export type ResponseTime = z.infer<typeof responseTime>;

const named = z.object({ id: z.string(), name: z.string() });
export const analyticsData = z.object({
  /** Days in the project's time zone, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: z.string(),
  totals: analyticsFigures.extend(responseTime.shape),
  /** The same number of days right before. */
  before: analyticsFigures.extend(responseTime.shape),
  days: z.array(analyticsFigures.extend({ day: z.iso.date() }).extend(responseTime.shape)),
  intents: z.array(z.object({ name: z.string(), times: count })),
  nodes: z.array(z.object({ nodeId: z.string(), title: z.string(), times: count })),
  versions: z.array(
    analyticsFigures
      .extend({ versionId: z.string(), botName: z.string(), number: z.number().int().nullable() })
      .extend(responseTime.shape),
  ),
  channels: z.array(
    analyticsFigures.extend({ channelId: z.string(), name: z.string(), environment: z.string() }),
  ),
  choices: z.object({ customers: z.array(named), channels: z.array(named) }),
});
export type AnalyticsData = z.infer<typeof analyticsData>;
