// Cells as RFC 4180 has them, which no spreadsheet takes for a formula (decision 026).
export type CsvValue = string | number | null | undefined;

// Some spreadsheets skip what is blank, and read the wide signs of East Asian keyboards as the narrow ones.
// What begins with our own mark is marked as well, or it would not read back.
const formulaStart = /^'*(\s*[=+\-@|%＝＋－＠]|[\t\r\n])/u;
const guarded = /^'(?='*(\s*[=+\-@|%＝＋－＠]|[\t\r\n]))/u;
// Semicolons and tabs too: where a comma belongs to numbers, spreadsheets part cells at those.
const needsQuotes = /[",;\t\r\n]|^\s|\s$/u;

export function csvCell(value: CsvValue): string {
  if (typeof value === "number") return String(value);
  const text = value ?? "";
  const plain = formulaStart.test(text) ? `'${text}` : text;
  return needsQuotes.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

/** What was written with an apostrophe in front of it reads back without. */
export function unguarded(cell: string): string {
  return cell.replace(guarded, "");
}
