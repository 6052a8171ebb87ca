// Regular expressions authors may write, run in time that grows with pattern times text and
// nothing worse. JavaScript's own engine backtracks, so one bad pattern could stop
// a server for everybody; this one walks all alternatives at once and has no backtracking.
// Understood: literals, ., \d \w \s \D \W \S, [classes], ( ) and (?: ), |, * + ? {n,m}, ^ and $.
// Not understood: look-around, back-references, lazy quantifiers, flags. Case does not count.
import { parsePattern } from "./pattern-parse.ts";
import type { Instruction } from "./pattern-parse.ts";

const longestText = 10_000;
const compiled = new Map<string, readonly Instruction[] | null>();

/** Null when the pattern is fine, otherwise a sentence. */
export function patternProblem(pattern: string): string | null {
  const result = parsePattern(pattern);
  return "problem" in result ? result.problem : null;
}

/** Looks for the pattern anywhere in the text; a pattern that cannot be read matches nothing. */
export function matchesPattern(text: string, pattern: string): boolean {
  const program = compile(pattern);
  return program !== null && run(program, text.slice(0, longestText).toLowerCase());
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

function run(program: readonly Instruction[], text: string): boolean {
  let current = new Set<number>();
  for (let position = 0; position <= text.length; position++) {
    // A match may begin at every position, which is what "anywhere" means.
    if (follow(program, 0, position, text, current)) return true;
    const code = text.charCodeAt(position);
    const next = new Set<number>();
    if (position < text.length) {
      for (const at of current) {
        const instruction = program[at];
        if (instruction?.op !== "take" || !instruction.accepts(code)) continue;
        if (follow(program, at + 1, position + 1, text, next)) return true;
      }
    }
    current = next;
  }
  return false;
}

/** Adds every instruction reachable without reading a character; true when the match is complete. */
function follow(
  program: readonly Instruction[],
  start: number,
  position: number,
  text: string,
  into: Set<number>,
): boolean {
  const pending = [start];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (into.has(at)) continue;
    into.add(at);
    const instruction = program[at];
    if (!instruction || instruction.op === "match") return true;
    if (instruction.op === "split") pending.push(instruction.second, instruction.first);
    if (instruction.op === "jump") pending.push(instruction.to);
    if (instruction.op === "begin" && position === 0) pending.push(at + 1);
    if (instruction.op === "end" && position === text.length) pending.push(at + 1);
  }
  return false;
}
