// Days as people choose them: "2026-11-15", both ends included.
import { z } from "zod";
import { Invalid } from "#platform/errors.ts";

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const mostDays = 732;
const isDay = (text: string) => z.iso.date().safeParse(text).success;

export function rangeOf(
  given: { from?: string | null | undefined; to?: string | null | undefined },
  today: string,
): DayRange {
  const to = given.to ?? today;
  if (!isDay(to)) throw new Invalid("to", "Give a day such as 2026-11-15.");
  const from = given.from ?? addDays(to, -29);
  if (!isDay(from)) throw new Invalid("from", "Give a day such as 2026-11-15.");
  if (from > to) throw new Invalid("from", "The first day is after the last one.");
  if (daysIn({ from, to }) > mostDays) throw new Invalid("from", "Choose at most two years.");
  return { from, to };
}

export function daysIn({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** As many days, right before. */
export function rangeBefore(range: DayRange): DayRange {
  const days = daysIn(range);
  return { from: addDays(range.from, -days), to: addDays(range.from, -1) };
}

export function everyDay(range: DayRange): string[] {
  return Array.from({ length: daysIn(range) }, (_, index) => addDays(range.from, index));
}
