// Amounts of money: a number beside a currency sign, code or name.
import type { TokenSpan } from "../text/tokens.ts";
import type { ExtractOptions, Found } from "./match.ts";
import { findNumbers } from "./numbers.ts";

const signs: Record<string, string> = {
  "€": "EUR",
  $: "USD",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  "₽": "RUB",
  "₩": "KRW",
  "₺": "TRY",
  "₴": "UAH",
  "₫": "VND",
  "฿": "THB",
  "₪": "ILS",
  "₦": "NGN",
  zł: "PLN",
};
const names: Record<string, string> = {
  euro: "EUR",
  euros: "EUR",
  dollar: "USD",
  dollars: "USD",
  bucks: "USD",
  pound: "GBP",
  pounds: "GBP",
  quid: "GBP",
  yen: "JPY",
  rupee: "INR",
  rupees: "INR",
  franc: "CHF",
  francs: "CHF",
  franken: "CHF",
  ruble: "RUB",
  rubles: "RUB",
  yuan: "CNY",
  peso: "MXN",
  pesos: "MXN",
  real: "BRL",
  reais: "BRL",
  zloty: "PLN",
  kronor: "SEK",
  kroner: "NOK",
};
// Codes that are also words ("all", "try") count only in capitals; these few are written small as well.
const smallCodes = new Set(["eur", "usd", "gbp", "chf", "jpy", "inr", "cad", "aud", "sek", "nok", "pln"]);
const codes = new Set(Intl.supportedValuesOf("currency"));

export function findMoney(text: string, tokens: TokenSpan[], options: ExtractOptions): Found[] {
  return findNumbers(text, tokens, options).flatMap((number): Found[] => {
    const before = currencyBefore(text, number.start);
    if (before) {
      return [
        {
          start: before.start,
          end: number.end,
          value: { amount: number.value, currency: before.currency },
          score: 1,
        },
      ];
    }
    const after = currencyAfter(text, number.end);
    if (!after) return [];
    return [
      {
        start: number.start,
        end: after.end,
        value: { amount: number.value, currency: after.currency },
        score: 1,
      },
    ];
  });
}

function currencyBefore(text: string, end: number): { start: number; currency: string } | undefined {
  const match = /(?:(\p{Sc})|(?<![\p{L}\p{N}])(\p{L}{3}))[ \u00a0]?$/u.exec(
    text.slice(Math.max(0, end - 8), end),
  );
  if (!match) return undefined;
  const currency = match[1] === undefined ? codeOf(match[2] ?? "") : signs[match[1]];
  return currency ? { start: end - match[0].length, currency } : undefined;
}

function currencyAfter(text: string, start: number): { end: number; currency: string } | undefined {
  const match = /^[ \u00a0]?(?:(\p{Sc}|zł)|(\p{L}{3,8})(?![\p{L}\p{N}]))/u.exec(
    text.slice(start, start + 12),
  );
  if (!match) return undefined;
  const word = match[2] ?? "";
  const currency = match[1] === undefined ? (codeOf(word) ?? nameOf(word)) : signs[match[1]];
  return currency ? { end: start + match[0].length, currency } : undefined;
}

function codeOf(word: string): string | undefined {
  const isCode = codes.has(word) || smallCodes.has(word);
  return isCode ? word.toUpperCase() : undefined;
}

function nameOf(word: string): string | undefined {
  const name = word.toLowerCase();
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
