// Numbers in digits of any script, read by the habits of the language, and English number words.
import type { TokenSpan } from "../text/tokens.ts";
import type { ExtractOptions } from "./match.ts";
import { findNumberWords } from "./number-words.ts";

export type FoundNumber = { start: number; end: number; value: number; score: number };

const decimalCommaLanguages = new Set([
  "de",
  "fr",
  "es",
  "it",
  "nl",
  "pt",
  "ru",
  "uk",
  "pl",
  "sv",
  "da",
  "nb",
  "no",
  "fi",
  "cs",
  "tr",
  "el",
  "id",
  "vi",
  "ro",
  "hu",
  "bg",
  "hr",
  "sk",
  "sl",
]);

export function usesDecimalComma(language: string | undefined): boolean {
  return decimalCommaLanguages.has((language ?? "en").toLowerCase().split("-")[0] ?? "en");
}

// Digits with separators inside, never at the end; a letter or digit beside it makes it part of a code.
const digits = /(?<![\p{L}\p{N}_.,])[-+−]?\p{Nd}+(?:[.,'’\u00a0\u202f]\p{Nd}+)*(?:[.,]\p{Nd}+)?(?!\p{N})/gu;

export function findNumbers(text: string, tokens: TokenSpan[], options: ExtractOptions): FoundNumber[] {
  const found: FoundNumber[] = [];
  for (const match of text.matchAll(digits)) {
    const after = text.slice(match.index + match[0].length);
    if (/^[\p{L}_]/u.test(after) && !/^(?:k|m)\b/iu.test(after)) continue;
    const value = readNumber(match[0], usesDecimalComma(options.language));
    if (value === undefined) continue;
    const factor = /^k\b/iu.test(after) ? 1_000 : /^m\b/u.test(after) ? undefined : 1;
    if (factor === undefined) continue;
    const end = match.index + match[0].length + (factor === 1_000 ? 1 : 0);
    found.push({ start: match.index, end, value: value * factor, score: 1 });
  }
  return [...found, ...findNumberWords(tokens)];
}

/** Undefined when the separators make no sense as a number, as in 1.2.3 or a date. */
export function readNumber(written: string, decimalComma: boolean): number | undefined {
  const ascii = toAsciiDigits(written)
    .replaceAll("−", "-")
    .replace(/['’\u00a0\u202f]/g, "");
  const sign = ascii.startsWith("-") ? -1 : 1;
  const body = ascii.replace(/^[-+]/, "");
  const separators = body.replace(/\d/g, "");
  const decimal = decimalSign(body, separators, decimalComma);
  if (decimal === undefined) return undefined;
  const [whole = "", fraction = ""] = decimal === "" ? [body] : body.split(decimal);
  const groups = whole.split(/[.,]/);
  if (
    groups.length > 1 &&
    !(groups[0]!.length <= 3 && groups.slice(1).every((group) => /^\d{2,3}$/.test(group)))
  )
    return undefined;
  const value = Number(`${groups.join("")}.${fraction || "0"}`);
  return Number.isFinite(value) ? sign * value : undefined;
}

/** The separator before the fraction, "" when there is none, undefined when the number is malformed. */
function decimalSign(body: string, separators: string, decimalComma: boolean): string | undefined {
  if (separators === "") return "";
  const last = separators.at(-1)!;
  const count = separators.split(last).length - 1;
  if (new Set(separators).size > 1) return count === 1 ? last : undefined;
  // One kind of separator: three digits behind it group thousands, unless the language says otherwise.
  if (count > 1) return "";
  const behind = body.length - body.indexOf(last) - 1;
  const isDecimal = (last === ",") === decimalComma;
  return isDecimal || behind !== 3 ? last : "";
}

function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    if (code < 128) return digit;
    // Decimal digits of every script stand in a row of ten that begins at a multiple of their zero.
    let zero = code;
    while (zero > code - 10 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
    return String((code - zero) % 10);
  });
}
