// Makes two spellings of the same words equal, in any script: compatibility forms,
// case, and the marks that people leave out when they type (accents, harakat, niqqud).
// Vowel signs of Indic scripts are letters in all but name and stay.

const plainAscii = /^[\u0020-\u007e]*$/;
const optionalMarks =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670\u0640]/g;
const apostrophes = /[\u2018\u2019\u02bc\uff07`\u00b4]/g;

export function normalise(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(optionalMarks, "")
    .normalize("NFC")
    .replace(apostrophes, "'")
    .toLowerCase();
}
