// For tests: a server that keeps decision 055, a network that loses and delays, a colleague, and one editor's draft.
import { beginDraft, type DraftEvent, type DraftState, nextDraft } from "./draft-state.ts";
import { partToSave, type Saving, unstored } from "./draft-state.ts";
import type { Stored, VersionValues } from "./version-values.ts";

export const fields = ["tone", "otherInformation"] as const;
export type Field = (typeof fields)[number];
type Request = { saving: Saving; answer?: Stored | "refused"; isForgotten: boolean };

export const blank: VersionValues = {
  brandName: "",
  supervisorName: "",
  tone: "",
  llmCredentialId: null,
  tasks: [],
  knowledgeAgentContext: "",
  fileIds: [],
  tools: [],
  otherInformation: "",
  fallbackMessage: "",
  temperature: null,
  topP: null,
  topK: null,
  maxOutputTokens: null,
  note: "",
};

export const steps = [
  "type tone",
  "type otherInformation",
  "colleague tone",
  "colleague otherInformation",
  "send",
  "server reads",
  "answer arrives",
  "answer is lost",
  "request is lost",
  "event arrives",
  "keep mine",
  "take theirs",
] as const;
export type Step = (typeof steps)[number];

export class World {
  version = 1;
  values = blank;
  fieldVersions = new Map<string, number>();
  changedBy = new Map<string, string>();
  requests: Request[] = [];
  events: Stored[] = [];
  draft: DraftState = beginDraft({ version: 1, values: blank, changedBy: new Map() });
  /** Everything that was ever stored, by field. */
  history = new Map<Field, string[]>(fields.map((field) => [field, [""]]));
  /** The colleague's words that were on the page, or that somebody decided against. */
  seen = new Set<string>();
  lastTyped = new Map<Field, string>();
  hasFailed = false;
  faults: string[] = [];
  #count = 0;

  /** False: the step means nothing here. */
  do(step: Step): boolean {
    const isDone = this.#do(step);
    if (isDone) this.#check();
    return isDone;
  }

  /** Everything arrives, and every question is answered. */
  settle(): void {
    for (let round = 0; round < 40; round++) {
      while (this.do("server reads") || this.do("answer arrives") || this.do("event arrives"));
      if (!this.do("keep mine") && !this.do("send")) break;
    }
    if (unstored(this.draft).length > 0) this.faults.push("not everything was stored in the end");
    for (const field of fields)
      if (this.draft.values[field] !== this.values[field]) this.faults.push(`${field} differs in the end`);
    if (this.draft.problems.length > 0) this.faults.push("a mended failure is still shown");
  }

  #do(step: Step): boolean {
    const [clash] = this.draft.clashes;
    const open = this.requests.find((request) => request.answer === undefined && !request.isForgotten);
    const answered = this.requests.find((request) => request.answer !== undefined);
    switch (step) {
      case "type tone":
        return this.#type("tone");
      case "type otherInformation":
        return this.#type("otherInformation");
      case "colleague tone":
        return this.#colleague("tone");
      case "colleague otherInformation":
        return this.#colleague("otherInformation");
      case "send": {
        const part = partToSave(this.draft);
        if (!part) return false;
        const saving = { version: this.draft.stored.version, part };
        this.#dispatch({ type: "sent", saving });
        this.requests.push({ saving, isForgotten: false });
        return true;
      }
      case "server reads": {
        // One that was given up on may still arrive.
        const request = this.requests.find((one) => one.answer === undefined);
        if (!request) return false;
        request.answer = this.#save(request.saving);
        if (request.isForgotten) this.requests = this.requests.filter((one) => one !== request);
        return true;
      }
      case "answer arrives":
        if (!answered) return false;
        this.requests = this.requests.filter((one) => one !== answered);
        return this.#answer(answered);
      case "answer is lost":
        if (!answered) return false;
        this.requests = this.requests.filter((one) => one !== answered);
        return this.#giveUp(answered);
      case "request is lost":
        if (!open) return false;
        // It may still arrive later, but its answer will not.
        open.isForgotten = true;
        return this.#giveUp(open);
      case "event arrives": {
        const stored = this.events.shift();
        if (stored) this.#dispatch({ type: "heard", stored });
        return stored !== undefined;
      }
      case "keep mine":
      case "take theirs": {
        if (!clash) return false;
        const isMine = step === "keep mine";
        this.seen.add(wordsOf(this.draft.stored.values[clash.name]));
        if (!isMine && (clash.name === "tone" || clash.name === "otherInformation"))
          this.lastTyped.delete(clash.name);
        this.#dispatch({ type: "decided", name: clash.name, isMine });
        return true;
      }
    }
  }

  #type(field: Field): boolean {
    // With a space at its end now and then: the server trims.
    const words = `ada ${++this.#count}${this.#count % 2 === 0 ? " " : ""}`;
    this.lastTyped.set(field, words);
    this.#dispatch({ type: "typed", part: { [field]: words } });
    return true;
  }

  #colleague(field: Field): boolean {
    this.#store({ [field]: `ben ${++this.#count}` }, "Ben");
    return true;
  }

  #save({ version, part }: Saving): Stored | "refused" {
    const trimmed = Object.fromEntries(
      Object.entries(part).map(([name, text]) => [name, wordsOf(text).trim()]),
    );
    const changed = fields.filter((field) => field in trimmed && trimmed[field] !== this.values[field]);
    if (changed.some((field) => (this.fieldVersions.get(field) ?? 0) > version)) return "refused";
    for (const field of changed) {
      const there = this.values[field];
      if (there.startsWith("ben") && !this.seen.has(there))
        this.faults.push(`${there} was overwritten unseen`);
    }
    if (changed.length > 0)
      this.#store(Object.fromEntries(changed.map((field) => [field, trimmed[field] ?? ""])), "Ada");
    return this.#content();
  }

  #store(part: Partial<Record<Field, string>>, who: string): void {
    this.version++;
    this.values = { ...this.values, ...part };
    for (const field of fields) {
      const words = part[field];
      if (words === undefined) continue;
      this.fieldVersions.set(field, this.version);
      this.changedBy.set(field, who);
      this.history.get(field)?.push(words);
    }
    this.events.push(this.#content());
  }

  #content(): Stored {
    return { version: this.version, values: this.values, changedBy: new Map(this.changedBy) };
  }

  #answer({ saving, answer }: Request): boolean {
    if (answer === undefined) return false;
    const isCurrent = this.draft.saving === saving;
    if (answer !== "refused") this.#dispatch({ type: "answered", saving, stored: answer, at: new Date() });
    else {
      const problems = [{ message: "Ben changed it." }];
      this.#dispatch({ type: "failed", saving, problems, isUnreachable: false });
      // The page reads the version again.
      this.#dispatch({ type: "heard", stored: this.#content() });
    }
    if (isCurrent) this.hasFailed = false;
    return true;
  }

  #giveUp({ saving }: Request): boolean {
    this.hasFailed = true;
    const problems = [{ message: "Parley cannot be reached." }];
    this.#dispatch({ type: "failed", saving, problems, isUnreachable: true });
    return true;
  }

  #dispatch(event: DraftEvent): void {
    this.draft = nextDraft(this.draft, event);
    for (const field of fields) this.seen.add(this.draft.values[field]);
  }

  #check(): void {
    const { draft } = this;
    for (const { name, who } of draft.clashes) {
      if (wordsOf(draft.stored.values[name]).startsWith("ada") || who !== "Ben")
        this.faults.push(`asked about one's own words in ${name}`);
    }
    if (draft.fromOthers.some(({ who }) => who !== "Ben")) this.faults.push("told about one's own words");
    for (const [field, words] of this.lastTyped) {
      const isStored = this.history.get(field)?.includes(words.trim());
      if (draft.values[field] !== words && !isStored) this.faults.push(`${words} was lost`);
    }
    for (const field of fields) {
      const { stored } = draft;
      const isAsked = draft.clashes.some((clash) => clash.name === field);
      const theirs = stored.values[field];
      if (theirs.startsWith("ben") && draft.values[field] !== theirs && !isAsked && !this.seen.has(theirs))
        this.faults.push(`${theirs} was neither taken nor asked about`);
    }
    if (unstored(draft).length === 0 && !draft.saving) this.hasFailed = false;
    if (this.hasFailed && unstored(draft).length > 0 && draft.problems.length === 0)
      this.faults.push("a failure was hidden");
  }
}

function wordsOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
