const steps = [
  { unit: "year", seconds: 31_557_600 },
  { unit: "month", seconds: 2_629_800 },
  { unit: "week", seconds: 604_800 },
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
] as const;

const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

export function timeAgo(date: Date, now: Date): string {
  const seconds = (date.getTime() - now.getTime()) / 1000;
  // Clocks differ a little: a few seconds in the future still means now.
  if (Math.abs(seconds) < 45) return "just now";
  const step = steps.find((candidate) => Math.abs(seconds) >= candidate.seconds) ?? steps[5];
  return format.format(Math.trunc(seconds / step.seconds) || Math.sign(seconds), step.unit);
}
