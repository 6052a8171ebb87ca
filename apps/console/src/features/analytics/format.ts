export const count = (value: number) => value.toLocaleString();
export const short = (value: number) =>
  new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 }).format(value);
export const money = (value: number) =>
  `$${value.toLocaleString(undefined, { minimumFractionDigits: 2, maximumFractionDigits: value < 1 ? 4 : 2 })}`;
export const percent = (value: number) => `${Math.round(value * 100)} %`;
export const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

export function milliseconds(value: number): string {
  return value < 1_000 ? `${Math.round(value)} ms` : `${(value / 1_000).toFixed(1)} s`;
}

export function dayName(day: string, style: "short" | "long"): string {
  const options: Intl.DateTimeFormatOptions =
    style === "short"
      ? { day: "numeric", month: "short" }
      : { weekday: "short", day: "numeric", month: "long", year: "numeric" };
  // A day of the project's calendar, not a moment of the reader's.
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: "UTC" }).format(new Date(day));
}
