// Wall-clock time in a named zone, by way of Intl: no time zone data of our own.

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", {
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
  return format;
}

/** Minutes that the zone is ahead of UTC at an instant. */
export function offsetMinutes(instant: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map((part) => [part.type, Number(part.value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return Math.round((wall - Math.floor(instant.getTime() / 1_000) * 1_000) / 60_000);
}

export type WallClock = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
};

/** The offset that a wall-clock time has in the zone; in the hour a clock change skips, the one before it. */
export function offsetAtWallClock(wall: WallClock, timeZone: string): number {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second);
  const guess = offsetMinutes(new Date(asUtc), timeZone);
  return offsetMinutes(new Date(asUtc - guess * 60_000), timeZone);
}

export function isoDate(wall: Pick<WallClock, "year" | "month" | "day">): string {
  return `${pad(wall.year, 4)}-${pad(wall.month, 2)}-${pad(wall.day, 2)}`;
}

export function isoDateTime(wall: WallClock, offset: number): string {
  const sign = offset < 0 ? "-" : "+";
  const size = Math.abs(offset);
  const time = `${pad(wall.hour, 2)}:${pad(wall.minute, 2)}:${pad(wall.second, 2)}`;
  return `${isoDate(wall)}T${time}${sign}${pad(Math.floor(size / 60), 2)}:${pad(size % 60, 2)}`;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
