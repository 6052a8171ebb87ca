// E-mail addresses, web addresses and phone numbers. Every repetition below has an upper
// bound, so that no text can make these patterns slow.
import type { Found } from "./match.ts";

const email =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_%+-][\p{L}\p{N}._%+'-]{0,63}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,6}\p{L}{2,24}(?![\p{L}\p{N}])/gu;

export function findEmails(text: string): Found[] {
  return Array.from(text.matchAll(email), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: match[0].toLowerCase(),
    score: 1,
  })).filter((found) => !found.value.includes("..") && !found.value.includes(".@"));
}

const address = /(?<![\p{L}\p{N}@._-])(?:https?:\/\/|www\.)[^\s<>"]{1,1900}/giu;
const bareDomain =
  /(?<![\p{L}\p{N}@._/-])(?:[a-z0-9][a-z0-9-]{0,62}\.){1,4}(?:com|org|net|io|dev|app|info|example|eu|uk|de|fr|es|it|nl|ch|at)(?![\p{L}\p{N}@-]|\.\p{L})(?:\/[^\s<>"]{0,500})?/giu;

export function findUrls(text: string): Found[] {
  return [...text.matchAll(address), ...text.matchAll(bareDomain)].flatMap((match): Found[] => {
    const written = trimClosing(match[0]);
    const full = /^https?:/i.test(written) ? written : `https://${written}`;
    if (!URL.canParse(full) || !new URL(full).hostname.includes(".")) return [];
    return [{ start: match.index, end: match.index + written.length, value: new URL(full).href, score: 1 }];
  });
}

/** The full stop that ends a sentence and the bracket around an address are not part of it. */
function trimClosing(written: string): string {
  let end = written.length;
  while (end > 0) {
    const last = written[end - 1]!;
    const isClosing = /[.,;:!?'"’”»]/.test(last) || (last === ")" && !written.slice(0, end).includes("("));
    if (!isClosing) break;
    end -= 1;
  }
  return written.slice(0, end);
}

const phone = /(?<![\p{L}\p{N}_.,@/-])\+?\(?\d(?:[ \u00a0()./-]{0,3}\d){5,16}(?![\p{L}\p{N}]|[.,]\d)/gu;
const dateLike = /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4})$/;

export function findPhones(text: string): Found[] {
  return Array.from(text.matchAll(phone)).flatMap((match): Found[] => {
    const written = match[0];
    const digits = written.replace(/\D/g, "");
    const looksDialled =
      written.startsWith("+") || digits.startsWith("0") || /[ ()/-]/.test(written) || digits.length >= 9;
    const isGroupedNumber =
      /^\d{1,3}(?:[. ]\d{3})+$/.test(written) && !written.startsWith("0") && digits.length < 9;
    if (digits.length < 7 || digits.length > 15 || dateLike.test(written) || isGroupedNumber || !looksDialled)
      return [];
    const value = written.startsWith("+") ? `+${digits}` : digits.replace(/^00/, "+");
    return [{ start: match.index, end: match.index + written.length, value, score: 1 }];
  });
}
