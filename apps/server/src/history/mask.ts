// Personal data in what people write, replaced by what kind it is. Rather one number too many than one too few.

export interface Masker {
  /** Of everything masked so far. */
  readonly count: number;
  text(text: string): string;
}

/** `isRevealed`: leaves everything as it is. */
export function createMasker(isRevealed = false): Masker {
  let count = 0;
  const hide = (kind: string) => {
    count += 1;
    return `[${kind}]`;
  };
  return {
    get count() {
      return count;
    },
    text: (text) => (isRevealed ? text : masked(text, hide)),
  };
}

export function maskText(text: string): string {
  return createMasker().text(text);
}

const email = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
const iban = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{2,4}){3,8}\b/gi;
const address = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g;
const digits = /(?<![\p{L}\p{N}])\+?\(?\d[\d ()./-]{5,28}\d(?![\p{L}\p{N}])/gu;
const date = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})(?:[ ]\d{1,2})?$/;

function masked(text: string, hide: (kind: string) => string): string {
  return text
    .replace(email, () => hide("e-mail"))
    .replace(iban, (found) => hideIban(found, hide))
    .replace(address, (found) =>
      found.split(".").every((part) => Number(part) < 256) ? hide("IP address") : found,
    )
    .replace(digits, (found) => {
      const kind = kindOfNumber(found.trim());
      return kind ? hide(kind) : found;
    });
}

function kindOfNumber(found: string): string | undefined {
  if (date.test(found)) return undefined;
  const plain = found.replace(/\D/g, "");
  if (plain.length >= 13 && plain.length <= 19 && passesLuhn(plain)) return "card number";
  if (plain.length < 7 || plain.length > 15) return undefined;
  const isGrouped = /\d[ ()./-]+\d/.test(found);
  return /^[+0(]/.test(found) || isGrouped || plain.length >= 9 ? "phone number" : undefined;
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let at = 0; at < number.length; at += 1) {
    const digit = Number(number[number.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** What follows it may look like its last group: the longest beginning that is right counts. */
function hideIban(found: string, hide: (kind: string) => string): string {
  const groups = found.split(/(?=[ -])/);
  for (let length = groups.length; length > 0; length -= 1) {
    if (isIban(groups.slice(0, length).join(""))) return hide("IBAN") + groups.slice(length).join("");
  }
  return found;
}

function isIban(found: string): boolean {
  const plain = found.replace(/[^A-Z0-9]/gi, "").toUpperCase();
  if (plain.length < 15 || plain.length > 34) return false;
  let rest = 0;
  for (const letter of plain.slice(4) + plain.slice(0, 4)) {
    for (const digit of String(Number.parseInt(letter, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}
