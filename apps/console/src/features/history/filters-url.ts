// The search in the address: every filter by name, several values as several parameters.
import type { HistoryFilters } from "@parley/bot-data/history";
import { historyFlags } from "@parley/bot-data/history";

/** Filters with several values, and what they are called in the address. */
export const listFilters = {
  environments: "environment",
  channelIds: "channel",
  botIds: "bot",
  versionIds: "version",
  outcomes: "outcome",
  languages: "language",
  intents: "intent",
  labels: "label",
  flags: "with",
  nodeIds: "node",
} as const;
export type ListFilter = keyof typeof listFilters;
export const listFilterNames = Object.keys(listFilters).filter(isListFilter);

export function isListFilter(name: string): name is ListFilter {
  return Object.hasOwn(listFilters, name);
}

export function readFilters(params: URLSearchParams): HistoryFilters {
  const list = (name: ListFilter) => params.getAll(listFilters[name]).slice(0, 50);
  const [from, to, visitorId] = [params.get("from"), params.get("to"), params.get("visitor")];
  return {
    text: params.get("q") ?? "",
    ...(from && isDay(from) && { from }),
    ...(to && isDay(to) && { to }),
    ...(visitorId && { visitorId }),
    environments: list("environments"),
    channelIds: list("channelIds"),
    botIds: list("botIds"),
    versionIds: list("versionIds"),
    // The address says "none" for what has no outcome yet.
    outcomes: list("outcomes").map((outcome) => (outcome === "none" ? "" : outcome)),
    languages: list("languages"),
    intents: list("intents"),
    labels: list("labels"),
    flags: historyFlags.filter((flag) => list("flags").includes(flag.toLowerCase().replace("_", "-"))),
    nodeIds: list("nodeIds"),
  };
}

/** As in the address. */
export function urlValue(name: ListFilter, value: string): string {
  if (name === "outcomes" && value === "") return "none";
  return name === "flags" ? value.toLowerCase().replace("_", "-") : value;
}

export function withToggled(params: URLSearchParams, name: ListFilter, value: string): URLSearchParams {
  const key = listFilters[name];
  const shown = urlValue(name, value);
  const next = new URLSearchParams(params);
  const others = params.getAll(key).filter((other) => other !== shown);
  const isOn = others.length < params.getAll(key).length;
  next.delete(key);
  for (const other of isOn ? others : [...others, shown]) next.append(key, other);
  return next;
}

export function withValue(params: URLSearchParams, key: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === "") next.delete(key);
  else next.set(key, value);
  return next;
}

/** The same page without any filter. */
export function withoutFilters(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const key of ["q", "from", "to", "visitor", ...Object.values(listFilters)]) next.delete(key);
  return next;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(Date.parse(text));
}
