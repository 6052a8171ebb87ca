// Parses the part of regular expression syntax that can be matched in linear time. What cannot
// (back-references, look-around) is refused with a sentence; decision 046.
import { type CharacterTest, classTest, escapeTest, literalTest, anyTest } from "./characters.ts";

export type Node =
  | { kind: "character"; test: CharacterTest }
  | { kind: "assert"; at: "start" | "end" | "word" | "notWord" }
  | { kind: "sequence"; parts: Node[] }
  | { kind: "choice"; options: Node[] }
  | { kind: "repeat"; node: Node; least: number; most: number };

export class RegexError extends Error {
  override name = "RegexError";
}

const longestPattern = 500;
const LARGEST_COUNT = 200;
const DEEPEST = 50;

export function parseRegex(pattern: string, ignoreCase: boolean): Node {
  if (pattern === "") throw new RegexError("The pattern is empty.");
  if (pattern.length > longestPattern)
    throw new RegexError(`The pattern has more than ${longestPattern} characters.`);
  const characters = Array.from(pattern);
  let at = 0;
  let depth = 0;

  const node = parseChoice();
  if (at < characters.length) fail("There is a “)” without its “(”");
  return node;

  function fail(what: string): never {
    throw new RegexError(`${what} (at character ${at + 1}).`);
  }

  function parseChoice(): Node {
    depth += 1;
    if (depth > DEEPEST) fail(`Groups are nested more than ${DEEPEST} deep`);
    const options = [parseSequence()];
    while (characters[at] === "|") {
      at += 1;
      options.push(parseSequence());
    }
    depth -= 1;
    return options.length === 1 ? options[0]! : { kind: "choice", options };
  }

  function parseSequence(): Node {
    const parts: Node[] = [];
    while (at < characters.length && characters[at] !== "|" && characters[at] !== ")")
      parts.push(parseRepeat());
    return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
  }

  function parseRepeat(): Node {
    const node = parseAtom();
    const range = parseQuantifier();
    if (!range) return node;
    if (parseQuantifier()) fail("Two quantifiers stand side by side");
    return { kind: "repeat", node, least: range.least, most: range.most };
  }

  function parseQuantifier(): { least: number; most: number } | undefined {
    const sign = characters[at];
    let range: { least: number; most: number } | undefined;
    if (sign === "*") range = { least: 0, most: Number.POSITIVE_INFINITY };
    else if (sign === "+") range = { least: 1, most: Number.POSITIVE_INFINITY };
    else if (sign === "?") range = { least: 0, most: 1 };
    if (range) at += 1;
    else range = sign === "{" ? parseCounts() : undefined;
    // Lazy marks are allowed and change nothing: the longest match is always taken.
    if (range && characters[at] === "?") at += 1;
    return range;
  }

  function parseCounts(): { least: number; most: number } | undefined {
    const counts = /^\{(\d{1,6})(,(\d{0,6}))?\}/.exec(characters.slice(at).join(""));
    if (!counts) return undefined;
    const least = Number(counts[1]);
    const upper = counts[3] === "" ? Number.POSITIVE_INFINITY : Number(counts[3]);
    const most = counts[2] === undefined ? least : upper;
    if (least > LARGEST_COUNT || (Number.isFinite(most) && most > LARGEST_COUNT)) {
      fail(`A count is larger than ${LARGEST_COUNT}`);
    }
    if (most < least) fail("A range such as {2,1} has its numbers the wrong way round");
    at += counts[0].length;
    return { least, most };
  }

  function parseAtom(): Node {
    const character = characters[at]!;
    if (character === "(") return parseGroup();
    if (character === "[") return parseClass();
    if (character === "*" || character === "+" || character === "?")
      fail(`There is nothing before “${character}” to repeat`);
    at += 1;
    if (character === "^") return { kind: "assert", at: "start" };
    if (character === "$") return { kind: "assert", at: "end" };
    if (character === ".") return { kind: "character", test: anyTest };
    if (character === "\\") return parseEscape();
    return { kind: "character", test: literalTest(character, ignoreCase) };
  }

  function parseGroup(): Node {
    at += 1;
    if (characters[at] === "?") {
      const opening = characters.slice(at, at + 3).join("");
      if (opening.startsWith("?:")) at += 2;
      else if (/^\?<[^=!]/.test(opening))
        at = characters.indexOf(">", at) + 1 || fail("A group name has no “>”");
      else fail("Look-ahead and look-behind are not supported");
    }
    const inside = parseChoice();
    if (characters[at] !== ")") fail("There is a “(” without its “)”");
    at += 1;
    return inside;
  }

  function parseEscape(): Node {
    const letter = characters[at];
    if (letter === undefined) fail("The pattern ends with a “\\”");
    if (letter === "b" || letter === "B") {
      at += 1;
      return { kind: "assert", at: letter === "b" ? "word" : "notWord" };
    }
    if (/[1-9k]/.test(letter)) fail("References back to a group are not supported");
    return { kind: "character", test: readEscape() };
  }

  /** Stands on the letter after the backslash; leaves what comes after the escape. */
  function readEscape(): CharacterTest {
    const rest = characters.slice(at).join("");
    const read = escapeTest(rest, ignoreCase);
    if (!read) fail(`“\\${characters[at] ?? ""}” is not supported`);
    at += Array.from(rest.slice(0, read.length)).length;
    return read.test;
  }

  function parseClass(): Node {
    at += 1;
    const negated = characters[at] === "^";
    if (negated) at += 1;
    const tests: CharacterTest[] = [];
    const ranges: [number, number][] = [];
    while (characters[at] !== "]") {
      if (at >= characters.length) fail("There is a “[” without its “]”");
      const single = readClassCharacter(tests);
      if (
        characters[at] === "-" &&
        characters[at + 1] !== "]" &&
        at + 1 < characters.length &&
        single !== undefined
      ) {
        at += 1;
        const end = readClassCharacter(tests);
        if (end === undefined || end < single) fail("A range such as [z-a] has its ends the wrong way round");
        ranges.push([single, end]);
      } else if (single !== undefined) ranges.push([single, single]);
    }
    at += 1;
    return { kind: "character", test: classTest(ranges, tests, negated, ignoreCase) };
  }

  /** A code point that may begin a range; a set such as \d goes to `tests` instead. */
  function readClassCharacter(tests: CharacterTest[]): number | undefined {
    const character = characters[at]!;
    at += 1;
    if (character !== "\\") return character.codePointAt(0);
    const rest = characters.slice(at).join("");
    const read = escapeTest(rest, false);
    if (!read) fail(`“\\${characters[at] ?? ""}” is not supported here`);
    at += Array.from(rest.slice(0, read.length)).length;
    if (read.codePoint === undefined) tests.push(read.test);
    return read.codePoint;
  }
}
