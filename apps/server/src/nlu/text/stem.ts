// The stem of an English word: "prints", "printed" and "printing" are one. Few rules, so that different words
// rarely become the same; words of other scripts and short ones stay as they are.

const vowel = /[aeiouy]/;
const doubled = /([bdfgklmnprt])\1$/;

export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const singular = withoutPlural(word);
  for (const ending of ["ing", "ed"]) {
    const base = singular.slice(0, -ending.length);
    if (singular.endsWith(ending) && base.length >= 3 && vowel.test(base)) return finished(base);
  }
  return finished(singular);
}

function withoutPlural(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/(?:sh|ch|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

/** "stopp" of "stopped" and "make" beside "mak" of "making" meet at one form. */
function finished(base: string): string {
  if (doubled.test(base)) return base.slice(0, -1);
  return base.length > 3 && base.endsWith("e") ? base.slice(0, -1) : base;
}
