// Pattern text to a small program (Thompson's construction). Decision 052.

export type Instruction =
  | { readonly op: "take"; readonly accepts: (code: number) => boolean }
  | { readonly op: "split"; readonly first: number; readonly second: number }
  | { readonly op: "jump"; readonly to: number }
  | { readonly op: "begin" }
  | { readonly op: "end" }
  | { readonly op: "match" };

export type ParsedPattern = { readonly program: readonly Instruction[] } | { readonly problem: string };

const longestPattern = 500;
const largestProgram = 1_000;
const highestRepeat = 200;

export function parsePattern(pattern: string): ParsedPattern {
  if (pattern.length > longestPattern)
    return { problem: `The pattern is longer than ${longestPattern} characters.` };
  try {
    const reader: Reader = { text: pattern.toLowerCase(), raw: pattern, at: 0, depth: 0 };
    const body = alternatives(reader);
    if (reader.at < pattern.length) throw new PatternError("The pattern has a ) without a (.");
    return { program: [...body(0), { op: "match" }] };
  } catch (error) {
    if (error instanceof PatternError) return { problem: error.message };
    throw error;
  }
}

class PatternError extends Error {}

interface Reader {
  readonly text: string;
  readonly raw: string;
  at: number;
  depth: number;
}

/** A piece of program, given the place it will stand at. */
type Piece = (offset: number) => Instruction[];

function alternatives(reader: Reader): Piece {
  let piece = sequence(reader);
  while (reader.text[reader.at] === "|") {
    reader.at++;
    piece = either(piece, sequence(reader));
  }
  return piece;
}

function sequence(reader: Reader): Piece {
  const pieces: Piece[] = [];
  while (reader.at < reader.text.length && !"|)".includes(reader.text.charAt(reader.at))) {
    pieces.push(repeated(reader, atom(reader)));
  }
  return joined(pieces);
}

function atom(reader: Reader): Piece {
  const character = reader.text.charAt(reader.at++);
  if (character === "(") return group(reader);
  if (character === "[") return take(characterClass(reader));
  if (character === ".") return take(() => true);
  if (character === "^") return () => [{ op: "begin" }];
  if (character === "$") return () => [{ op: "end" }];
  if (character === "\\") return take(escaped(reader));
  if ("*+?".includes(character))
    throw new PatternError(`The pattern has a ${character} with nothing before it.`);
  const code = character.charCodeAt(0);
  return take((other) => other === code);
}

function group(reader: Reader): Piece {
  if (++reader.depth > 50) throw new PatternError("The pattern has too many groups inside each other.");
  if (reader.text.startsWith("?:", reader.at)) reader.at += 2;
  else if (reader.text[reader.at] === "?")
    throw new PatternError("Look-around and named groups are not supported.");
  const inner = alternatives(reader);
  if (reader.text[reader.at] !== ")") throw new PatternError("The pattern has a ( without a ).");
  reader.at++;
  reader.depth--;
  return inner;
}

function repeated(reader: Reader, piece: Piece): Piece {
  const sign = reader.text[reader.at];
  if (sign === undefined || !"*+?{".includes(sign)) return piece;
  const [least, most] = sign === "{" ? bounds(reader) : simpleBounds(reader, sign);
  if ("*+?{".includes(reader.text[reader.at] ?? " "))
    throw new PatternError("The pattern repeats a repetition.");
  const pieces: Piece[] = Array.from({ length: least }, () => piece);
  if (most === Infinity) pieces.push(star(piece));
  else for (let i = least; i < most; i++) pieces.push(optional(piece));
  return joined(pieces);
}

function simpleBounds(reader: Reader, sign: string): readonly [number, number] {
  reader.at++;
  if (sign === "?") return [0, 1];
  return [sign === "+" ? 1 : 0, Infinity];
}

function bounds(reader: Reader): readonly [number, number] {
  const found = /^\{(\d{1,4})(,(\d{1,4})?)?\}/.exec(reader.text.slice(reader.at));
  if (!found)
    throw new PatternError(
      "The pattern has a { that is not a repetition such as {2,5}; write \\{ for the character.",
    );
  reader.at += found[0].length;
  const least = Number(found[1]);
  const most = found[2] === undefined ? least : found[3] === undefined ? Infinity : Number(found[3]);
  if (least > highestRepeat || (most !== Infinity && most > highestRepeat) || most < least) {
    throw new PatternError(`A repetition goes from a smaller to a larger number, at most ${highestRepeat}.`);
  }
  return [least, most];
}

const classes: { readonly [letter: string]: (code: number) => boolean } = {
  d: (code) => code >= 48 && code <= 57,
  w: (code) => /[\p{L}\p{N}_]/u.test(String.fromCharCode(code)),
  s: (code) => /\s/.test(String.fromCharCode(code)),
};

function escaped(reader: Reader): (code: number) => boolean {
  const letter = reader.raw.charAt(reader.at++);
  if (letter === "") throw new PatternError("The pattern ends with a single \\.");
  const known = Object.hasOwn(classes, letter.toLowerCase()) ? classes[letter.toLowerCase()] : undefined;
  if (known) return letter === letter.toLowerCase() ? known : (code) => !known(code);
  if (/[a-z0-9]/i.test(letter)) throw new PatternError(`\\${letter} is not supported.`);
  const expected = letter.charCodeAt(0);
  return (code) => code === expected;
}

function characterClass(reader: Reader): (code: number) => boolean {
  const isNegated = reader.text[reader.at] === "^";
  if (isNegated) reader.at++;
  const tests: ((code: number) => boolean)[] = [];
  while (reader.text[reader.at] !== "]") {
    const from = reader.text.charAt(reader.at++);
    if (from === "") throw new PatternError("The pattern has a [ without a ].");
    const to = reader.text[reader.at + 1];
    if (from === "\\") tests.push(escaped(reader));
    else if (reader.text[reader.at] === "-" && to !== undefined && to !== "]") {
      const [low, high] = [from.charCodeAt(0), to.charCodeAt(0)];
      if (high < low) throw new PatternError(`The range ${from}-${to} runs backwards.`);
      tests.push((code) => code >= low && code <= high);
      reader.at += 2;
    } else tests.push((code) => code === from.charCodeAt(0));
  }
  reader.at++;
  return (code) => tests.some((test) => test(code)) !== isNegated;
}

function take(accepts: (code: number) => boolean): Piece {
  return () => [{ op: "take", accepts }];
}

function joined(pieces: readonly Piece[]): Piece {
  return (offset) => {
    const program: Instruction[] = [];
    for (const piece of pieces) {
      program.push(...piece(offset + program.length));
      if (program.length > largestProgram)
        throw new PatternError("The pattern repeats too much; make it shorter.");
    }
    return program;
  };
}

function either(first: Piece, second: Piece): Piece {
  return (offset) => {
    const a = first(offset + 1);
    const b = second(offset + a.length + 2);
    const end = offset + a.length + b.length + 2;
    return [
      { op: "split", first: offset + 1, second: offset + a.length + 2 },
      ...a,
      { op: "jump", to: end },
      ...b,
    ];
  };
}

function optional(piece: Piece): Piece {
  return (offset) => {
    const body = piece(offset + 1);
    return [{ op: "split", first: offset + 1, second: offset + body.length + 1 }, ...body];
  };
}

function star(piece: Piece): Piece {
  return (offset) => {
    const body = piece(offset + 1);
    return [
      { op: "split", first: offset + 1, second: offset + body.length + 2 },
      ...body,
      { op: "jump", to: offset },
    ];
  };
}
