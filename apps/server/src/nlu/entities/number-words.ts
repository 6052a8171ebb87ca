// English numbers in words: "twenty five", "two hundred and ten", "a dozen", "three million".
import type { TokenSpan } from "../text/tokens.ts";
import type { FoundNumber } from "./numbers.ts";

const small: Record<string, number> = {};
"zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
  .split(" ")
  .forEach((word, value) => (small[word] = value));
"twenty thirty forty fifty sixty seventy eighty ninety"
  .split(" ")
  .forEach((word, i) => (small[word] = 20 + 10 * i));
small["dozen"] = 12;

const scales: Record<string, number> = {
  hundred: 100,
  thousand: 1_000,
  million: 1_000_000,
  billion: 1_000_000_000,
};

export function findNumberWords(tokens: TokenSpan[]): FoundNumber[] {
  const found: FoundNumber[] = [];
  let at = 0;
  while (at < tokens.length) {
    const read = readWords(tokens, at);
    if (read) {
      found.push({ start: tokens[at]!.start, end: tokens[read.next - 1]!.end, value: read.value, score: 1 });
      at = read.next;
    } else at += 1;
  }
  return found;
}

/** The number that begins at a token, and the token after it. "One" alone is rarely meant as a number, yet it is one. */
export function readWords(tokens: TokenSpan[], from: number): { value: number; next: number } | undefined {
  let total = 0;
  let group = 0;
  let lastSmall = Number.POSITIVE_INFINITY;
  let at = from;
  let end = from;
  while (at < tokens.length) {
    const word = tokens[at]!.text;
    const value = Object.hasOwn(small, word) ? small[word] : undefined;
    const scale = Object.hasOwn(scales, word) ? scales[word] : undefined;
    if (value !== undefined) {
      // "two five" is two numbers; "twenty five" and "hundred five" are one.
      const fits =
        lastSmall === Number.POSITIVE_INFINITY ||
        (lastSmall >= 20 && lastSmall % 10 === 0 && value < 10 && value > 0);
      if (!fits) break;
      group += value;
      lastSmall = value;
    } else if (scale !== undefined && (end > from || word !== "hundred" || at > from)) {
      if (at === from) break;
      if (scale === 100) group = (group || 1) * 100;
      else {
        total += (group || 1) * scale;
        group = 0;
      }
      lastSmall = Number.POSITIVE_INFINITY;
    } else if (
      (word === "and" && end > from) ||
      (word === "a" && at === from && isScale(tokens[at + 1]?.text))
    ) {
      if (word === "a") group = 1;
      else if (lastSmall !== Number.POSITIVE_INFINITY || !isSmall(tokens[at + 1]?.text)) break;
      at += 1;
      if (word === "a" && tokens[at]!.text === "dozen") group = 0;
      continue;
    } else break;
    at += 1;
    end = at;
  }
  return end > from ? { value: total + group, next: end } : undefined;
}

function isScale(word: string | undefined): boolean {
  return word !== undefined && (Object.hasOwn(scales, word) || word === "dozen");
}

function isSmall(word: string | undefined): boolean {
  return word !== undefined && Object.hasOwn(small, word);
}
