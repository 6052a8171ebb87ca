// "3 hours ago", the exact moment on hover, in the reader's time zone.
import { createContext, useContext, useEffect, useState } from "react";
import { timeAgo } from "./time-ago.ts";

const TimeZoneContext = createContext<string | undefined>(undefined);
/** The reader's time zone (an IANA name); the browser's where none is set. */
export const TimeZoneProvider = TimeZoneContext.Provider;

type Props = { at: string | number | Date | null | undefined; timeZone?: string; whenNever?: string };

export function RelativeTime({ at, timeZone, whenNever = "–" }: Props) {
  const ownZone = useContext(TimeZoneContext);
  const now = useNow();
  if (at === null || at === undefined) return <span>{whenNever}</span>;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span>{whenNever}</span>;
  return (
    <time dateTime={date.toISOString()} title={exactTime(date, timeZone ?? ownZone)}>
      {timeAgo(date, now)}
    </time>
  );
}

export function exactTime(date: Date, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat(undefined, {
    dateStyle: "long",
    timeStyle: "long",
    ...(timeZone ? { timeZone } : {}),
  }).format(date);
}

// One clock for the whole page: a thousand rows must not mean a thousand timers.
const listeners = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const tick = () => setNow(new Date());
    listeners.add(tick);
    clock ??= setInterval(() => {
      for (const listener of listeners) listener();
    }, 30_000);
    return () => {
      listeners.delete(tick);
      if (listeners.size > 0) return;
      clearInterval(clock);
      clock = undefined;
    };
  }, []);
  return now;
}
