// Regular expressions authors may write, run in time that grows with pattern times text and
// nothing worse. JavaScript's own engine backtracks, so one bad pattern could stop
// a server for everybody; this one walks all alternatives at once and has no backtracking.
// Understood: literals, ., \d \w \s \D \W \S, [classes], ( ) and (?: ), |, * + ? {n,m}, ^ and $.
// Not understood: look-around, back-references, lazy quantifiers, flags. Case does not count.
import { parsePattern } from "./pattern-parse.ts";
import type { Instruction } from "./pattern-parse.ts";

const longestText = 2_000;
const compiled = new Map<string, readonly Instruction[] | null>();

/** Null when the pattern is fine, otherwise a sentence. */
export function patternProblem(pattern: string): string | null {
  const result = parsePattern(pattern);
  return "problem" in result ? result.problem : null;
}

/** Looks for the pattern anywhere in the first 2,000 characters; a pattern that cannot be read matches nothing. */
export function matchesPattern(text: string, pattern: string): boolean {
  const program = compile(pattern);
  return (
    program !== null && run(program, text.slice(0, longestText).toLowerCase(), text.length > longestText)
  );
}

function compile(pattern: string): readonly Instruction[] | null {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const result = parsePattern(pattern);
  const program = "problem" in result ? null : result.program;
  if (compiled.size >= 500) compiled.clear();
  compiled.set(pattern, program);
  return program;
}

/** The instructions the match may be at; the mark tells in which step an instruction was added. */
interface Threads {
  readonly list: Int32Array;
  readonly marks: Int32Array;
  size: number;
}

function run(program: readonly Instruction[], text: string, isCut: boolean): boolean {
  // The end of a text that was cut is not its end: $ is never true there.
  const end = isCut ? Infinity : text.length;
  let current = threadsFor(program);
  let next = threadsFor(program);
  for (let position = 0; position <= text.length; position++) {
    // A match may begin at every position, which is what "anywhere" means.
    if (follow(program, 0, position, end, current)) return true;
    next.size = 0;
    const code = text.charCodeAt(position);
    for (let i = 0; i < current.size && position < text.length; i++) {
      const at = current.list[i] ?? 0;
      const instruction = program[at];
      if (instruction?.op !== "take" || !instruction.accepts(code)) continue;
      if (follow(program, at + 1, position + 1, end, next)) return true;
    }
    [current, next] = [next, current];
  }
  return false;
}

function threadsFor(program: readonly Instruction[]): Threads {
  return { list: new Int32Array(program.length), marks: new Int32Array(program.length).fill(-1), size: 0 };
}

/** Adds every instruction reachable without reading a character; true when the match is complete. */
function follow(
  program: readonly Instruction[],
  start: number,
  position: number,
  end: number,
  into: Threads,
): boolean {
  const pending = [start];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (into.marks[at] === position) continue;
    into.marks[at] = position;
    into.list[into.size++] = at;
    const instruction = program[at];
    if (!instruction || instruction.op === "match") return true;
    if (instruction.op === "split") pending.push(instruction.second, instruction.first);
    if (instruction.op === "jump") pending.push(instruction.to);
    if (instruction.op === "begin" && position === 0) pending.push(at + 1);
    if (instruction.op === "end" && position === end) pending.push(at + 1);
  }
  return false;
}
