export type CsvValue = string | number | null | undefined;

/** Spreadsheets run a cell that begins like a formula: an apostrophe makes it text (decision 026). */
function cell(value: CsvValue): string {
  if (typeof value === "number") return String(value);
  const text = value ?? "";
  const plain = /^\s*[=+\-@|%]/.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) || plain !== plain.trim() ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}
