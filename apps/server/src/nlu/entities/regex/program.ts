// Compiles a parsed pattern to a small program and runs all its ways at once, character by
// character: the work grows with text times program, whatever the pattern (Thompson 1968).
import { isWord, type CharacterTest } from "./characters.ts";
import { RegexError, type Node } from "./parse.ts";

type Instruction =
  | { op: "character"; test: CharacterTest; next: number }
  | { op: "split"; first: number; second: number }
  | { op: "assert"; at: "start" | "end" | "word" | "notWord"; next: number }
  | { op: "match" };

export type Program = { instructions: Instruction[]; start: number };

const LARGEST_PROGRAM = 5_000;

export function compile(node: Node): Program {
  const instructions: Instruction[] = [{ op: "match" }];

  function emit(instruction: Instruction): number {
    if (instructions.length >= LARGEST_PROGRAM) {
      throw new RegexError("The pattern repeats too much: use smaller counts or fewer nested ones.");
    }
    return instructions.push(instruction) - 1;
  }

  /** Emits `part` so that it goes on at `next`; returns where it begins. */
  function build(part: Node, next: number): number {
    switch (part.kind) {
      case "character":
        return emit({ op: "character", test: part.test, next });
      case "assert":
        return emit({ op: "assert", at: part.at, next });
      case "sequence":
        return part.parts.reduceRight((following, each) => build(each, following), next);
      case "choice":
        return part.options
          .map((option) => build(option, next))
          .reduceRight((second, first) => emit({ op: "split", first, second }));
      case "repeat":
        return buildRepeat(part, next);
    }
  }

  function buildRepeat(part: Extract<Node, { kind: "repeat" }>, next: number): number {
    let following = next;
    if (part.most === Number.POSITIVE_INFINITY) {
      const loop: Extract<Instruction, { op: "split" }> = { op: "split", first: 0, second: next };
      following = emit(loop);
      loop.first = build(part.node, following);
    } else {
      for (let i = part.least; i < part.most; i += 1) {
        following = emit({ op: "split", first: build(part.node, following), second: next });
      }
    }
    for (let i = 0; i < part.least; i += 1) following = build(part.node, following);
    return following;
  }

  return { start: build(node, 0), instructions };
}

/** A ceiling on the work of one search; reaching it ends the search with what was found. */
const MOST_STEPS = 1_000_000;

export type Span = { start: number; end: number };

/** Leftmost, then longest matches that do not overlap; empty ones are left out. */
export function search(program: Program, text: string): Span[] {
  const codes: number[] = [];
  const placeOf = [0];
  for (const character of text) {
    codes.push(character.codePointAt(0)!);
    placeOf.push(placeOf.at(-1)! + character.length);
  }
  const budget = { steps: MOST_STEPS };
  const found: Span[] = [];
  let from = 0;
  while (from < codes.length && budget.steps > 0) {
    const span = findNext(program, codes, from, budget);
    if (!span) break;
    found.push({ start: placeOf[span.start]!, end: placeOf[span.end]! });
    from = span.end;
  }
  return found;
}

type Threads = { states: number[]; startOf: Int32Array };

function findNext(
  program: Program,
  codes: number[],
  from: number,
  budget: { steps: number },
): Span | undefined {
  const size = program.instructions.length;
  let current: Threads = { states: [], startOf: new Int32Array(size).fill(-1) };
  let following: Threads = { states: [], startOf: new Int32Array(size).fill(-1) };
  let best: Span | undefined;
  for (let at = from; at <= codes.length; at += 1) {
    if (!best) follow(program, program.start, at, codes, at, current, budget);
    if (current.states.length === 0 && best) break;
    for (const state of current.states) {
      const instruction = program.instructions[state]!;
      const start = current.startOf[state]!;
      budget.steps -= 1;
      if (best && start > best.start) continue;
      if (instruction.op === "match") {
        if (at > start && (!best || start < best.start || at > best.end)) best = { start, end: at };
      } else if (instruction.op === "character" && at < codes.length && instruction.test(codes[at]!)) {
        follow(program, instruction.next, start, codes, at + 1, following, budget);
      }
    }
    if (budget.steps <= 0) break;
    for (const state of current.states) current.startOf[state] = -1;
    current.states.length = 0;
    [current, following] = [following, current];
  }
  return best;
}

/** Adds a state and all that it reaches without reading; the earliest start of each state is kept. */
function follow(
  program: Program,
  state: number,
  start: number,
  codes: number[],
  at: number,
  threads: Threads,
  budget: { steps: number },
): void {
  const stack = [state];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const known = threads.startOf[next]!;
    if (known !== -1 && known <= start) continue;
    if (known === -1) threads.states.push(next);
    threads.startOf[next] = start;
    budget.steps -= 1;
    const instruction = program.instructions[next]!;
    if (instruction.op === "split") stack.push(instruction.second, instruction.first);
    else if (instruction.op === "assert" && holds(instruction.at, codes, at)) stack.push(instruction.next);
  }
}

function holds(assertion: "start" | "end" | "word" | "notWord", codes: number[], at: number): boolean {
  if (assertion === "start") return at === 0;
  if (assertion === "end") return at === codes.length;
  const before = at > 0 && isWord(codes[at - 1]!);
  const after = at < codes.length && isWord(codes[at]!);
  return (before !== after) === (assertion === "word");
}
