// Puts the figures of a project together for the dashboard.
import type { AnalyticsData, AnalyticsFigures, ResponseTime } from "@parley/bot-data";
import { nodeTitles } from "#domains/history";
import type { Db } from "#platform/database.ts";
import { percentileOf } from "./percentile.ts";
import {
  choicesOf,
  figuresByChannel,
  figuresByDay,
  figuresByVersion,
  type Narrowing,
  responseSpans,
  topNames,
} from "./queries.ts";
import { type DayRange, everyDay, rangeBefore } from "./range.ts";

const shownNames = 10;

export async function dashboard(
  db: Db,
  narrowing: Narrowing,
  range: DayRange,
  timeZone: string,
): Promise<AnalyticsData> {
  const earlier = rangeBefore(range);
  const [days, before, spans, spansBefore, versions, channels, intents, nodes, choices] = await Promise.all([
    figuresByDay(db, narrowing, range),
    figuresByDay(db, narrowing, earlier),
    responseSpans(db, narrowing, range),
    responseSpans(db, narrowing, earlier),
    figuresByVersion(db, narrowing, range),
    figuresByChannel(db, narrowing, range),
    topNames(db, "intent", narrowing, range, shownNames),
    topNames(db, "node", narrowing, range, shownNames),
    choicesOf(db, narrowing),
  ]);
  const byDay = new Map(days.map((row) => [row.day, row]));
  return {
    ...range,
    timeZone,
    totals: { ...total(days), ...timesOf(spans) },
    before: { ...total(before), ...timesOf(spansBefore) },
    days: everyDay(range).map((day) => ({
      ...(byDay.get(day) ?? total([])),
      day,
      ...timesOf(spans.filter((span) => span.day === day)),
    })),
    intents: intents.map(({ name, times }) => ({ name, times })),
    nodes: await titled(db, nodes),
    versions: versions.map((version) => ({
      ...version,
      ...timesOf(spans.filter((span) => span.versionId === version.versionId)),
    })),
    channels,
    choices,
  };
}

function total(rows: readonly AnalyticsFigures[]): AnalyticsFigures {
  const sum = (key: keyof AnalyticsFigures) => rows.reduce((all, row) => all + row[key], 0);
  return {
    conversations: sum("conversations"),
    ended: sum("ended"),
    solved: sum("solved"),
    handedOff: sum("handedOff"),
    turns: sum("turns"),
    fallbacks: sum("fallbacks"),
    lowConfidence: sum("lowConfidence"),
    errors: sum("errors"),
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cost: sum("cost"),
  };
}

function timesOf(rows: readonly { span: number; times: number }[]): ResponseTime {
  const spans = new Map<number, number>();
  for (const { span, times } of rows) spans.set(span, (spans.get(span) ?? 0) + times);
  return { p50: percentileOf(spans, 0.5), p95: percentileOf(spans, 0.95) };
}

/** A node is called as in one of the versions that ran it. */
async function titled(db: Db, nodes: readonly { name: string; times: number; versionIds: string[] }[]) {
  const versionIds = [...new Set(nodes.flatMap((node) => node.versionIds))].slice(0, 20);
  const titles = await nodeTitles(db, versionIds);
  return nodes.map(({ name, times, versionIds: ranIn }) => ({
    nodeId: name,
    title: ranIn.map((id) => titles.get(`${id} ${name}`)).find((title) => title !== undefined) ?? name,
    times,
  }));
}
