// A version while somebody edits it: what is on the page, what the server is known to hold, what is on its way and
// what others wrote meanwhile. Every order of these must end well, so it is one pure function (decision 226).
import type { DataErrorField } from "../../../lib/graphql/errors.ts";
import { differs, isUnfinished, type Stored, valueNames } from "./version-values.ts";
import type { ValueName, VersionValues } from "./version-values.ts";

export type Part = Partial<VersionValues>;
/** A save that was begun: what was sent, and the version it was based on. */
export type Saving = { version: number; part: Part };
/** A field both changed: theirs is what is stored, mine is what is on the page. */
export type Clash = { name: ValueName; who: string };
export type FromOthers = { who: string; fields: readonly ValueName[] };

export type DraftState = {
  stored: Stored;
  values: VersionValues;
  saving: Saving | undefined;
  /** Arrived while a save was under way: only its answer says whose words these are. */
  heard: Stored | undefined;
  /** Sent without an answer: the server may hold it, or may still get it. */
  inDoubt: readonly Part[];
  /** Sending the same again would be refused again. */
  refused: Saving | undefined;
  problems: readonly DataErrorField[];
  isUnreachable: boolean;
  clashes: readonly Clash[];
  fromOthers: readonly FromOthers[];
  savedAt: Date | undefined;
};

export type DraftEvent =
  | { type: "typed"; part: Part }
  | { type: "sent"; saving: Saving }
  | { type: "answered"; saving: Saving; stored: Stored; at: Date }
  | { type: "failed"; saving: Saving; problems: readonly DataErrorField[]; isUnreachable: boolean }
  | { type: "heard"; stored: Stored }
  | { type: "decided"; name: ValueName; isMine: boolean }
  | { type: "dismissed" };

export function beginDraft(stored: Stored): DraftState {
  return {
    stored,
    values: stored.values,
    saving: undefined,
    heard: undefined,
    inDoubt: [],
    refused: undefined,
    problems: [],
    isUnreachable: false,
    clashes: [],
    fromOthers: [],
    savedAt: undefined,
  };
}

export function nextDraft(state: DraftState, event: DraftEvent): DraftState {
  return tidy(afterEvent(state, event));
}

export function unstored({ values, stored }: Pick<DraftState, "values" | "stored">): ValueName[] {
  return valueNames.filter((name) => differs(values, stored.values, name));
}

/** What is to be saved when nobody asks for it. */
export function partToSave(state: DraftState): Part | undefined {
  const complained = new Set(state.problems.map(nameOf));
  const part = partOf(state, (name) => !isUnfinished(state.values, name) && !complained.has(name));
  const { refused } = state;
  const isRefused = refused && refused.version === state.stored.version && isEqual(refused.part, part);
  return isRefused ? undefined : part;
}

/** All that can be sent: a field both changed waits for a decision. */
export function partOf(state: DraftState, isWanted: (name: ValueName) => boolean): Part | undefined {
  if (state.saving) return undefined;
  const asked = new Set(state.clashes.map((clash) => clash.name));
  const names = unstored(state).filter((name) => !asked.has(name) && isWanted(name));
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, state.values[name]])) : undefined;
}

function afterEvent(state: DraftState, event: DraftEvent): DraftState {
  switch (event.type) {
    case "typed": {
      // A complaint is about what was there before.
      const problems = state.problems.filter((problem) => !isAbout(problem, event.part));
      return { ...state, values: { ...state.values, ...event.part }, problems };
    }
    case "sent":
      return { ...state, saving: event.saving };
    case "answered":
      return afterAnswer(state, event);
    case "failed":
      return afterFailure(state, event);
    case "heard":
      if (!state.saving) return learn(state, event.stored);
      return { ...state, heard: newest(event.stored, state.heard) };
    case "decided": {
      const decided = { ...state, clashes: state.clashes.filter((clash) => clash.name !== event.name) };
      const theirs: Part = { [event.name]: state.stored.values[event.name] };
      return event.isMine ? decided : afterEvent(decided, { type: "typed", part: theirs });
    }
    case "dismissed":
      return { ...state, fromOthers: [] };
  }
}

function afterAnswer(state: DraftState, event: DraftEvent & { type: "answered" }): DraftState {
  // Given up on before: its words are among those in doubt.
  if (state.saving !== event.saving) return nextDraft(state, { type: "heard", stored: event.stored });
  const { part } = event.saving;
  const before = { ...state, saving: undefined, heard: undefined };
  const learned = learn(before, newest(event.stored, state.heard), part);
  const open = new Set<string>(unstored(learned));
  return {
    ...learned,
    inDoubt: withoutFields(learned.inDoubt, Object.keys(part)),
    refused: undefined,
    problems: aboutOthers(learned.problems, part).filter((problem) => open.has(nameOf(problem))),
    isUnreachable: false,
    savedAt: event.at,
  };
}

function afterFailure(state: DraftState, event: DraftEvent & { type: "failed" }): DraftState {
  const { saving, isUnreachable } = event;
  if (state.saving !== saving) return state;
  const failed = {
    ...state,
    saving: undefined,
    heard: undefined,
    inDoubt: isUnreachable ? [...state.inDoubt, saving.part] : state.inDoubt,
    refused: isUnreachable ? undefined : saving,
    problems: [...aboutOthers(state.problems, saving.part), ...event.problems],
    isUnreachable,
  };
  return state.heard ? learn(failed, state.heard) : failed;
}

/** Takes in what the server holds. `accepted` is what it has just agreed to store. */
function learn(state: DraftState, stored: Stored, accepted: Part = {}): DraftState {
  const isNewer = stored.version > state.stored.version;
  if (!isNewer && Object.keys(accepted).length === 0) return state;
  const values: Part = {};
  const taken: ValueName[] = [];
  const clashes = new Map(state.clashes.map((clash) => [clash.name, clash]));
  const found: ValueName[] = [];
  for (const name of valueNames) {
    const theirs = stored.values[name];
    const mine = state.values[name];
    const before = name in accepted ? accepted[name] : state.stored.values[name];
    const lost = name in accepted ? [] : state.inDoubt.flatMap((part) => (name in part ? [part[name]] : []));
    const own = [before, ...lost].filter((words) => isSameText(words, theirs));
    if (own.length > 0) {
      if (own.some((words) => isEqual(words, mine))) Object.assign(values, { [name]: theirs });
      if (!isSameText(before, theirs)) found.push(name);
    } else if (isEqual(mine, before)) {
      Object.assign(values, { [name]: theirs });
      taken.push(name);
    } else if (!isSameText(mine, theirs)) {
      clashes.set(name, { name, who: stored.changedBy.get(name) ?? "" });
    }
  }
  return {
    ...state,
    stored: isNewer ? stored : state.stored,
    values: { ...state.values, ...values },
    inDoubt: withoutFields(state.inDoubt, found),
    clashes: [...clashes.values()],
    fromOthers: taken.reduce((all, name) => told(all, name, stored), state.fromOthers),
    // Refused because of what is known now: it may be sent again.
    problems: state.problems.filter(
      (problem) => !isAbout(problem, values) && (isAboutValue(problem) || state.isUnreachable || !isNewer),
    ),
  };
}

/** What is stored needs neither a question nor a complaint. */
function tidy(state: DraftState): DraftState {
  const open = new Set<string>(unstored(state));
  const clashes = state.clashes.filter(({ name }) => open.has(name));
  if (open.size > 0 || state.saving) return { ...state, clashes };
  return { ...state, clashes, problems: [], refused: undefined, isUnreachable: false };
}

function told(all: readonly FromOthers[], name: ValueName, { changedBy }: Stored): readonly FromOthers[] {
  const who = changedBy.get(name) ?? "";
  const known = all.find((one) => one.who === who);
  const fields = [...new Set([...(known?.fields ?? []), name])];
  return [...all.filter((one) => one !== known), { who, fields }];
}

function withoutFields(parts: readonly Part[], names: readonly string[]): readonly Part[] {
  return parts
    .map((part): Part => Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name))))
    .filter((part) => Object.keys(part).length > 0);
}

function newest(one: Stored, other: Stored | undefined): Stored {
  return other && other.version > one.version ? other : one;
}

function nameOf(problem: DataErrorField): string {
  return problem.field?.split(".")[0] ?? "";
}

/** Complaints about fields that a save did not touch. */
function aboutOthers(problems: readonly DataErrorField[], part: Part): readonly DataErrorField[] {
  return problems.filter((problem) => isAboutValue(problem) && !isAbout(problem, part));
}

function isAboutValue(problem: DataErrorField): boolean {
  return valueNames.some((name) => name === nameOf(problem));
}

function isAbout(problem: DataErrorField, part: Part): boolean {
  return nameOf(problem) in part;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The server trims texts and sorts the keys of objects. */
function isSameText(one: unknown, other: unknown): boolean {
  return JSON.stringify(asStored(one)) === JSON.stringify(asStored(other));
}

function asStored(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(asStored);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, asStored(inner)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
