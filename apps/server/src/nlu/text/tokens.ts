// Splits normalised text into tokens without knowing its language. Scripts that write
// no spaces give one token per character; an emoji with its modifiers is one token.
import { normalise } from "./normalise.ts";

// Letters of these scripts stand alone, with the marks that follow them.
const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const emoji =
  "(?:\\p{RI}\\p{RI}|\\p{Extended_Pictographic}(?:\\ufe0f|\\p{EMod})*(?:\\u200d\\p{Extended_Pictographic}(?:\\ufe0f|\\p{EMod})*)*)";
const tokenPattern = new RegExp(
  `[a-z0-9]+(?:'[a-z]+)*(?![\\p{L}\\p{M}\\p{N}'\u2019])|${emoji}|[${unspaced}]\\p{M}*|(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}])+(?:['\u2019]\\p{L}+)*|[?!]`,
  "gu",
);

/** Tokens of text that `normalise` has already seen; "don't" and "dont" are the same token. */
export function tokenise(normalised: string): string[] {
  const found = normalised.match(tokenPattern);
  if (found === null) return [];
  return found.map((token) => (token.length > 2 && token.includes("'") ? token.replaceAll("'", "") : token));
}

const unspacedStart = new RegExp(`^[${unspaced}]`, "u");

/** True where the next token follows this one without a space in real text. */
export function standsAlone(token: string): boolean {
  return token.charCodeAt(0) > 0x0e00 && unspacedStart.test(token);
}

export type TokenSpan = { text: string; start: number; end: number };

/** Tokens of the text as written, with their places; `text` is normalised so that spellings compare equal. */
export function tokenSpans(original: string): TokenSpan[] {
  return Array.from(original.matchAll(tokenPattern), (match) => {
    const written = match[0];
    return {
      text: normalise(written).replaceAll("'", "") || written,
      start: match.index,
      end: match.index + written.length,
    };
  }).filter((token) => token.text !== "?" && token.text !== "!");
}
