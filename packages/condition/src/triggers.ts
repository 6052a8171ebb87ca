// Whether an event is one that a trigger waits for. The kinds are those of the built-in packages.
import { wildcardMatches } from "./wildcard.ts";

export interface AppletEvent {
  readonly kind: string;
  readonly page?: { readonly url: string; readonly path: string } | undefined;
  readonly seconds?: number;
  readonly percent?: number;
  readonly selector?: string;
  readonly name?: string;
  readonly data?: unknown;
  readonly message?: { readonly text: string };
}

export interface TriggerMatch {
  readonly matches: boolean;
  /** A sentence for the person who wonders. */
  readonly reason: string;
}

export type TriggerOptions = Readonly<Record<string, unknown>>;

/** Triggers that watch a page, and may be narrowed to some addresses of it. */
export const pageTriggers = [
  "page-view",
  "time-on-page",
  "scroll-depth",
  "click",
  "exit-intent",
  "custom-event",
];

export function matchTrigger(kind: string, options: TriggerOptions, event: AppletEvent): TriggerMatch {
  if (event.kind !== kind) return no(`It waits for ${kind}, and this is ${event.kind}.`.replaceAll("-", " "));
  const elsewhere = pageTriggers.includes(kind) ? outsideAddresses(options, event) : undefined;
  return elsewhere ?? matchDetail(kind, options, event);
}

/** Undefined when the page is one of those the trigger is meant for. */
export function outsideAddresses(options: TriggerOptions, event: AppletEvent): TriggerMatch | undefined {
  const { page } = event;
  if (page === undefined) return undefined;
  const isOn = (pattern: string) => wildcardMatches(pattern, pattern.startsWith("/") ? page.path : page.url);
  const excluded = texts(options["exceptUrls"]).find(isOn);
  if (excluded !== undefined) return no(`The address is left out by ${excluded}.`);
  const wanted = texts(options["urls"]);
  if (wanted.length > 0 && !wanted.some(isOn)) return no(`The address matches none of ${wanted.join(", ")}.`);
  return undefined;
}

function matchDetail(kind: string, options: TriggerOptions, event: AppletEvent): TriggerMatch {
  switch (kind) {
    case "time-on-page":
      return reached(event.seconds, options["seconds"], "seconds on the page");
    case "scroll-depth":
      return reached(event.percent, options["percent"], "percent of the page");
    case "click":
      return event.selector === options["selector"]
        ? yes()
        : no(`The click was not on ${String(options["selector"])}.`);
    case "custom-event":
      return event.name === options["name"]
        ? yes()
        : no(`The event is not called ${String(options["name"])}.`);
    case "conversation-message": {
      const pattern = typeof options["text"] === "string" ? options["text"] : "";
      if (pattern === "") return yes();
      const text = (event.message?.text ?? "").toLowerCase();
      const isFound = wildcardMatches(`*${pattern.toLowerCase()}*`, text);
      return isFound ? yes() : no(`The message does not contain ${pattern}.`);
    }
    default:
      return yes();
  }
}

function reached(actual: number | undefined, wanted: unknown, what: string): TriggerMatch {
  if (typeof wanted !== "number" || (actual ?? 0) >= wanted) return yes();
  return no(`It waits for ${wanted} ${what}, and there were ${actual ?? 0}.`);
}

const yes = (): TriggerMatch => ({ matches: true, reason: "It matches." });
const no = (reason: string): TriggerMatch => ({ matches: false, reason });

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
