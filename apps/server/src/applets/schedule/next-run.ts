// When a schedule comes round next, on the clock of a time zone. An hour that a zone skips runs when the skip is
// over; an hour that it repeats runs once.
import type { Cron } from "./cron.ts";

const dayMs = 86_400_000;
const furthestDays = 366 * 5;

export function nextRun(cron: Cron, after: Date, timeZone: string): Date | undefined {
  const start = wallClock(after.getTime(), timeZone);
  const firstDay = Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
  for (let offset = 0; offset < furthestDays; offset += 1) {
    const day = new Date(firstDay + offset * dayMs);
    if (!isDay(cron, day)) continue;
    for (const hour of cron.hours) {
      for (const minute of cron.minutes) {
        const local = day.getTime() + (hour * 60 + minute) * 60_000;
        if (offset === 0 && local < start.getTime() - 2 * 3_600_000) continue;
        const at = instantOf(local, timeZone);
        if (at > after.getTime()) return new Date(at);
      }
    }
  }
  return undefined;
}

function isDay(cron: Cron, day: Date): boolean {
  if (!cron.months.has(day.getUTCMonth() + 1)) return false;
  const [isDate, isWeekday] = [cron.days.has(day.getUTCDate()), cron.weekdays.has(day.getUTCDay())];
  if (cron.isDayLimited && cron.isWeekdayLimited) return isDate || isWeekday;
  return isDate && isWeekday;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The zone's wall clock at an instant, as the UTC fields of a Date. */
export function wallClock(instant: number, timeZone: string): Date {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(instant).map((part) => [part.type, Number(part.value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** The instant at which the zone's wall clock shows this; the earlier of two, and after a gap the first there is. */
function instantOf(local: number, timeZone: string): number {
  const offsetAt = (instant: number) => wallClock(instant, timeZone).getTime() - instant;
  const candidates = [local - offsetAt(local - dayMs), local - offsetAt(local + dayMs)].toSorted(
    (a, b) => a - b,
  );
  const exact = candidates.find((instant) => wallClock(instant, timeZone).getTime() === local);
  return exact ?? candidates.at(-1) ?? local;
}
