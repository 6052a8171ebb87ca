// Tests of one character (code point) for the regular expression matcher.

export type CharacterTest = (codePoint: number) => boolean;

export const anyTest: CharacterTest = (codePoint) => codePoint !== 10 && codePoint !== 13;

export function literalTest(character: string, ignoreCase: boolean): CharacterTest {
  const code = character.codePointAt(0)!;
  if (!ignoreCase) return (codePoint) => codePoint === code;
  const folded = fold(code);
  return (codePoint) => codePoint === code || fold(codePoint) === folded;
}

function fold(codePoint: number): number {
  const lower = String.fromCodePoint(codePoint).toLowerCase();
  return lower.codePointAt(0)!;
}

function unfold(codePoint: number): number {
  const upper = String.fromCodePoint(codePoint).toUpperCase();
  return upper.codePointAt(0)!;
}

export function classTest(
  ranges: [number, number][],
  tests: CharacterTest[],
  negated: boolean,
  ignoreCase: boolean,
): CharacterTest {
  const inside = (codePoint: number) =>
    ranges.some(([low, high]) => codePoint >= low && codePoint <= high) ||
    tests.some((test) => test(codePoint));
  const either = ignoreCase
    ? (codePoint: number) => inside(codePoint) || inside(fold(codePoint)) || inside(unfold(codePoint))
    : inside;
  return negated ? (codePoint) => !either(codePoint) : either;
}

const isDigit: CharacterTest = (c) => c >= 48 && c <= 57;
const letterOrNumber = /^[\p{L}\p{N}\p{M}_]$/u;
/** Words of any script, unlike JavaScript's \w: people write patterns for their own language. */
export const isWord: CharacterTest = (c) =>
  isDigit(c) ||
  (c >= 97 && c <= 122) ||
  (c >= 65 && c <= 90) ||
  c === 95 ||
  (c > 127 && letterOrNumber.test(String.fromCodePoint(c)));
const space = /^\s$/u;
const isSpace: CharacterTest = (c) => c === 32 || space.test(String.fromCodePoint(c));

const sets: Record<string, CharacterTest> = { d: isDigit, w: isWord, s: isSpace };
const controls: Record<string, number> = { n: 10, r: 13, t: 9, f: 12, v: 11, "0": 0 };

export type ReadEscape = { test: CharacterTest; length: number; codePoint?: number };

/** Reads what follows a backslash; undefined when it is no escape that we know. */
export function escapeTest(rest: string, ignoreCase: boolean): ReadEscape | undefined {
  const letter = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  const set = sets[letter.toLowerCase()];
  if (set) return { test: letter === letter.toLowerCase() ? set : (c) => !set(c), length: 1 };
  const control = controls[letter];
  if (control !== undefined) return { test: (c) => c === control, length: 1, codePoint: control };
  const hex = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})/i.exec(rest);
  if (hex) return hexEscape(hex, ignoreCase);
  const property = /^[pP]\{([A-Za-z_]{1,40}(?:=[A-Za-z_]{1,40})?)\}/.exec(rest);
  if (property) return propertyEscape(property[0], letter);
  if (/[\p{L}\p{N}]/u.test(letter)) return undefined;
  return { test: literalTest(letter, ignoreCase), length: letter.length, codePoint: letter.codePointAt(0)! };
}

function hexEscape(hex: RegExpExecArray, ignoreCase: boolean): ReadEscape | undefined {
  const codePoint = Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? "", 16);
  if (codePoint > 0x10ffff) return undefined;
  return { test: literalTest(String.fromCodePoint(codePoint), ignoreCase), length: hex[0].length, codePoint };
}

function propertyEscape(source: string, letter: string): ReadEscape | undefined {
  try {
    const pattern = new RegExp(`^\\${letter}${source.slice(1)}$`, "u");
    return { test: (c) => pattern.test(String.fromCodePoint(c)), length: source.length };
  } catch {
    return undefined;
  }
}
