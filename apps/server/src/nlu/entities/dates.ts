// Dates and times by chrono-node, read in the project's time zone. Chrono knows one fixed
// offset; what it says about the wall clock is turned into an instant of the real zone here,
// so that a date beyond the next clock change is right as well.
import * as chrono from "chrono-node";
import type { TokenSpan } from "../text/tokens.ts";
import { findDurations } from "./durations.ts";
import type { DateValue, ExtractOptions, Found } from "./match.ts";
import { isoDate, isoDateTime, offsetAtWallClock, offsetMinutes } from "./time-zone.ts";

type Parser = Pick<chrono.Chrono, "parse">;

const parsers: Record<string, Parser> = {
  en: chrono.en.casual,
  "en-gb": chrono.en.GB,
  de: chrono.de.casual,
  fr: chrono.fr.casual,
  ja: chrono.ja.casual,
  pt: chrono.pt.casual,
  nl: chrono.nl.casual,
  es: chrono.es.casual,
  it: chrono.it.casual,
  ru: chrono.ru.casual,
  uk: chrono.uk.casual,
  zh: chrono.zh.casual,
};

function parserFor(language: string | undefined): Parser {
  const tag = (language ?? "en").toLowerCase();
  return parsers[tag] ?? parsers[tag.split("-")[0] ?? "en"] ?? chrono.en.casual;
}

/** English words that name a day or month only when written with a capital or beside something else. */
const ordinaryWords = /^(?:may|march|mar|sat|sun|sec|second|now|the day)$/;

export function findDates(text: string, tokens: TokenSpan[], options: ExtractOptions): Found[] {
  // Chrono reads "2 hours" and "for 2 hours" as a moment; without "in" or "ago" it is a length of time.
  const durations = findDurations(text, tokens, options);
  const reference = { instant: options.now, timezone: offsetMinutes(options.now, options.timeZone) };
  return parserFor(options.language)
    .parse(text, reference, { forwardDate: true })
    .filter((result) => !ordinaryWords.test(result.text) && !/^\d+$/.test(result.text))
    .filter((result) => {
      const begin = result.index + (/^for\s+/i.exec(result.text)?.[0].length ?? 0);
      return durations.every((span) => span.start > begin || span.end < result.index + result.text.length);
    })
    .map((result): Found => {
      const from = valueOf(result.start, options.timeZone);
      const to = result.end ? valueOf(result.end, options.timeZone) : undefined;
      const value: DateValue = to ? { ...from, to: to.iso } : from;
      const written = result.text.replace(/[\s,;]+$/, "");
      return { start: result.index, end: result.index + written.length, value, score: 1 };
    });
}

function valueOf(components: chrono.ParsedComponents, timeZone: string): DateValue {
  const get = (name: chrono.Component, missing: number) => components.get(name) ?? missing;
  const wall = {
    year: get("year", 1970),
    month: get("month", 1),
    day: get("day", 1),
    hour: get("hour", 0),
    minute: get("minute", 0),
    second: get("second", 0),
  };
  if (!components.isCertain("hour")) {
    const grain = dateGrain(components);
    return { iso: isoDate(wall).slice(0, isoLength[grain]), grain };
  }
  const written = components.isCertain("timezoneOffset") ? components.get("timezoneOffset") : null;
  const offset = written ?? offsetAtWallClock(wall, timeZone);
  return { iso: isoDateTime(wall, offset), grain: components.isCertain("minute") ? "minute" : "hour" };
}

const isoLength = { year: 4, month: 7, day: 10 } as const;

function dateGrain(components: chrono.ParsedComponents): keyof typeof isoLength {
  if (components.isCertain("day") || components.isCertain("weekday")) return "day";
  if (components.isCertain("month")) return "month";
  return components.isCertain("year") ? "year" : "day";
}
