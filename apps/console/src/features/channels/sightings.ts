// Where a widget was seen, newest first.
import { z } from "zod";
import type { Channel } from "./compare.ts";
import { widgetsOf } from "./compare.ts";

const sighting = z.object({
  pageUrl: z.string(),
  isAllowed: z.boolean(),
  lastSeenAt: z.string(),
  times: z.number(),
});
export type Sighting = z.infer<typeof sighting>;

export function readSightings(value: unknown): Sighting[] {
  const parsed = z.array(sighting).safeParse(value);
  return parsed.success ? parsed.data : [];
}

/** Sites of all widgets of a channel, each once, last seen first. */
export function sitesOf(channel: Channel): { host: string; lastSeenAt: string }[] {
  const seen = new Map<string, string>();
  for (const widget of widgetsOf(channel)) {
    for (const { pageUrl, lastSeenAt } of readSightings(widget.sightings)) {
      const host = URL.parse(pageUrl)?.host ?? pageUrl;
      if ((seen.get(host) ?? "") < lastSeenAt) seen.set(host, lastSeenAt);
    }
  }
  return [...seen]
    .map(([host, lastSeenAt]) => ({ host, lastSeenAt }))
    .toSorted((left, right) => right.lastSeenAt.localeCompare(left.lastSeenAt));
}
