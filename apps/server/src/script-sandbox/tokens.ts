// Names and signs of a script with their places; comments, texts and regular expressions are passed over.
export interface Token {
  readonly kind: "name" | "sign" | "value";
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

const space = /[\s\uFEFF]+/y;
const comment = /\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?(?:\*\/|$)/y;
const name = /(?:[\p{ID_Start}$_]|\\u)(?:[\p{ID_Continue}$\u200c\u200d]|\\u(?:\{[\da-f]+\}|[\da-f]{4}))*/iuy;
const number = /\.?\d[\w.]*/y;
const text = /"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?/y;
const templatePart = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{|$)/y;
const regex = /\/(?![*/])(?:[^[/\\\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const sign = /\?\.|=>|[^]/y;
// After these a slash begins a regular expression; after a value or a closing bracket it divides.
const wordsBeforeRegex =
  /^(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield|instanceof)$/;

export function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  // How deep in braces each open template is: its closing brace goes back to text.
  const templates: number[] = [];
  let braces = 0;
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(code)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const place = placesIn(code);
  const passTemplate = () => {
    if (match(templatePart)?.endsWith("${") === true) templates.push((braces += 1));
  };
  while (at < code.length) {
    if (match(space) !== undefined || match(comment) !== undefined) continue;
    const from = at;
    const add = (kind: Token["kind"], found: string) => tokens.push({ kind, text: found, ...place(from) });
    const word = match(name);
    if (word !== undefined) {
      add("name", unescaped(word));
      continue;
    }
    if (code[at] === "`") {
      at += 1;
      add("value", "`");
      passTemplate();
      continue;
    }
    const value = match(number) ?? match(text) ?? (mayBeRegex(tokens.at(-1)) ? match(regex) : undefined);
    if (value !== undefined) {
      add("value", value);
      continue;
    }
    const found = match(sign) ?? "";
    if (found === "{") braces += 1;
    if (found === "}" && templates.at(-1) === braces) {
      templates.pop();
      braces -= 1;
      passTemplate();
      continue;
    }
    if (found === "}") braces -= 1;
    add("sign", found);
  }
  return tokens;
}

function mayBeRegex(before: Token | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === "name") return wordsBeforeRegex.test(before.text);
  return before.kind === "sign" && before.text !== ")" && before.text !== "]" && before.text !== "}";
}

/** `\u0070rocess` is the name `process`. */
function unescaped(word: string): string {
  return word.replaceAll(/\\u(?:\{([\da-f]+)\}|([\da-f]{4}))/gi, (whole, long?: string, short?: string) => {
    const code = Number.parseInt(long ?? short ?? "", 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Asked with growing offsets only, so that a long script is walked once. */
function placesIn(code: string): (offset: number) => { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  let walked = 0;
  return (offset) => {
    for (; walked < offset; walked += 1) {
      if (code[walked] !== "\n") continue;
      line += 1;
      lineStart = walked + 1;
    }
    return { line, column: offset - lineStart + 1 };
  };
}
