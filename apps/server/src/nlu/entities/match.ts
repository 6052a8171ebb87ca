// What entity extraction finds, and how overlapping finds are settled.
import type { BuiltInKind } from "../types.ts";

export type DateValue = {
  /** As exact as what was said: `2026`, `2026-11`, `2026-11-20` or `2026-11-20T19:00:00+01:00`. */
  iso: string;
  grain: "minute" | "hour" | "day" | "month" | "year";
  /** The end of a range. */
  to?: string;
};

export type DurationValue = { iso: string; seconds: number };
export type MoneyValue = { amount: number; currency: string };

export type EntityValue = string | number | DateValue | DurationValue | MoneyValue;

export type EntityMatch = {
  entity: string;
  role?: string;
  kind: "enumeration" | "regex" | BuiltInKind;
  value: EntityValue;
  /** The words as written, and where they stand. */
  text: string;
  start: number;
  end: number;
  /** 1 for an exact match, less for one with typing mistakes. */
  score: number;
};

export type Found = { start: number; end: number; value: EntityValue; score: number };

export type ExtractOptions = {
  /** An IANA name such as `Europe/Berlin`: what "tomorrow at nine" means depends on it. */
  timeZone: string;
  now: Date;
  /** A language tag; decides how 1.234,5 and 12/03 are read. English unless told. */
  language?: string;
};

/** Of two equally long finds the more telling kind stays; a phone number is also a number. */
const kindOrder: EntityMatch["kind"][] = [
  "enumeration",
  "regex",
  "email",
  "url",
  "money",
  "date",
  "duration",
  "phone",
  "number",
];

/** Longest span wins; the rest is in the order of the text. Input order settles what is still equal. */
export function settleOverlaps(matches: EntityMatch[]): EntityMatch[] {
  const ranked = matches
    .map((match, order) => ({ match, order }))
    .sort(
      (a, b) =>
        b.match.end - b.match.start - (a.match.end - a.match.start) ||
        b.match.score - a.match.score ||
        kindOrder.indexOf(a.match.kind) - kindOrder.indexOf(b.match.kind) ||
        a.match.start - b.match.start ||
        a.order - b.order,
    );
  const kept: EntityMatch[] = [];
  for (const { match } of ranked) {
    if (kept.every((other) => match.end <= other.start || match.start >= other.end)) kept.push(match);
  }
  return kept.sort((a, b) => a.start - b.start);
}
