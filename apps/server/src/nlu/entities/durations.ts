// Lengths of time: "90 min", "2 hours and 30 minutes", "half an hour"; the unit words of
// seven languages with a number before them.
import type { TokenSpan } from "../text/tokens.ts";
import type { ExtractOptions, Found } from "./match.ts";
import { readNumber, usesDecimalComma } from "./numbers.ts";
import { readWords } from "./number-words.ts";

type Unit = { letter: string; seconds: number; time: boolean };

const unitWords: [Unit, string][] = [
  [
    { letter: "S", seconds: 1, time: true },
    "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi seconden",
  ],
  [{ letter: "M", seconds: 60, time: true }, "min mins minute minutes minuten minuto minutos minuti minuut"],
  [
    { letter: "H", seconds: 3_600, time: true },
    "h hr hrs hour hours stunde stunden heure heures hora horas ora ore uur uren",
  ],
  [
    { letter: "D", seconds: 86_400, time: false },
    "d day days tag tage tagen jour jours dia dias giorno giorni dag dagen",
  ],
  [
    { letter: "W", seconds: 604_800, time: false },
    "w week weeks woche wochen semaine semaines semana semanas settimana settimane weken",
  ],
  [
    { letter: "M", seconds: 2_629_746, time: false },
    "month months monat monate monaten mois mes meses mese mesi maand maanden",
  ],
  [
    { letter: "Y", seconds: 31_556_952, time: false },
    "y yr yrs year years jahr jahre jahren an ans ano anos anno anni jaar",
  ],
];
const units = new Map(
  unitWords.flatMap(([unit, words]) => words.split(" ").map((word): [string, Unit] => [word, unit])),
);

type Part = { amount: number; unit: Unit; next: number };

export function findDurations(text: string, tokens: TokenSpan[], options: ExtractOptions): Found[] {
  const words = splitUnits(text, tokens);
  const found: Found[] = [];
  let at = 0;
  while (at < words.length) {
    const parts = readParts(words, at, usesDecimalComma(options.language));
    const last = parts.at(-1);
    if (!last) {
      at += 1;
      continue;
    }
    const seconds = parts.reduce((sum, part) => sum + part.amount * part.unit.seconds, 0);
    found.push({
      start: words[at]!.start,
      end: words[last.next - 1]!.end,
      value: { iso: isoOf(parts), seconds },
      score: 1,
    });
    at = last.next;
  }
  return found;
}

/** Tokens with "2h", "30min" and "1h30" taken apart, and "1.5" put together. */
function splitUnits(text: string, tokens: TokenSpan[]): TokenSpan[] {
  const words: TokenSpan[] = [];
  for (const token of tokens) {
    const previous = words.at(-1);
    const glued = /^(\d+)(\p{L}+)(\d*)$/u.exec(token.text);
    if (
      previous &&
      /^\d+$/.test(token.text) &&
      /^\d+$/.test(previous.text) &&
      /^[.,]$/.test(text.slice(previous.end, token.start))
    ) {
      words[words.length - 1] = {
        text: text.slice(previous.start, token.end),
        start: previous.start,
        end: token.end,
      };
    } else if (glued) {
      const [, amount = "", unit = "", rest = ""] = glued;
      const middle = token.start + amount.length;
      const end = middle + unit.length;
      words.push({ text: amount, start: token.start, end: middle }, { text: unit, start: middle, end });
      // "1h30" leaves out the minutes' unit.
      if (rest !== "") words.push({ text: rest, start: end, end: token.end });
      if (rest !== "" && unit === "h") words.push({ text: "min", start: token.end, end: token.end });
    } else words.push(token);
  }
  return words;
}

function readParts(words: TokenSpan[], from: number, decimalComma: boolean): Part[] {
  const parts: Part[] = [];
  let at = from;
  for (;;) {
    const part = readPart(words, at, decimalComma);
    if (!part || (parts.length > 0 && part.unit.seconds >= parts.at(-1)!.unit.seconds)) return parts;
    parts.push(part);
    at = part.next;
    addHalf(words, part);
    at = part.next;
    if (words[at]?.text === "and" && readPart(words, at + 1, decimalComma)) at += 1;
  }
}

/** "an hour and a half" adds half of the unit just read. */
function addHalf(words: TokenSpan[], part: Part): void {
  const following = words.slice(part.next, part.next + 3).map((word) => word.text);
  if (following.join(" ") !== "and a half") return;
  part.amount += 0.5;
  part.next += 3;
}

function readPart(words: TokenSpan[], from: number, decimalComma: boolean): Part | undefined {
  const amount = readAmount(words, from, decimalComma);
  if (!amount) return undefined;
  const unit = units.get(words[amount.next]?.text ?? "");
  return unit ? { amount: amount.value, unit, next: amount.next + 1 } : undefined;
}

function readAmount(
  words: TokenSpan[],
  from: number,
  decimalComma: boolean,
): { value: number; next: number } | undefined {
  const word = words[from]?.text ?? "";
  const second = words[from + 1]?.text;
  if (/^\d/.test(word)) {
    const value = readNumber(word, decimalComma);
    return value === undefined ? undefined : { value, next: from + 1 };
  }
  if (word === "half" && (second === "an" || second === "a")) return { value: 0.5, next: from + 2 };
  if (word === "a" && second === "couple" && words[from + 2]?.text === "of")
    return { value: 2, next: from + 3 };
  const read = readWords(words, from);
  if (read) return read;
  return word === "a" || word === "an" ? { value: 1, next: from + 1 } : undefined;
}

function isoOf(parts: Part[]): string {
  const write = (some: Part[]) =>
    some.map((part) => `${Number(part.amount.toFixed(6))}${part.unit.letter}`).join("");
  const days = write(parts.filter((part) => !part.unit.time));
  const times = write(parts.filter((part) => part.unit.time));
  return `P${days}${times === "" ? "" : `T${times}`}`;
}
