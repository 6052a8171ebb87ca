// Tables as text: reading what people paste or upload, and writing what a spreadsheet opens safely.
// Some spreadsheets skip what is blank, and read the wide signs of East Asian keyboards as the narrow ones.
const formulaStart = /^'*(\s*[=+\-@|%＝＋－＠]|[\t\r\n])/u;
const guarded = /^'(?='*\s*[=+\-@|%＝＋－＠])/u;

/** A cell that a spreadsheet would run as a formula gets a leading apostrophe. */
export function toCsv(rows: readonly (readonly (string | number | null | undefined)[])[]): string {
  const cell = (value: string | number | null | undefined) => {
    if (typeof value === "number") return String(value);
    const text = value ?? "";
    const safe = formulaStart.test(text) ? `'${text}` : text;
    return /[",;\t\n\r]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** Comma, semicolon or tab, whichever the first line uses most; quotes may hold separators and line ends. */
export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/u, "");
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    row.push(cell.trim().replace(guarded, ""));
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (row.some((value) => value !== "")) rows.push(row);
    row = [];
  };
  for (let index = 0; index < source.length; index += 1) {
    const letter = source.charAt(index);
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (source.charAt(index + 1) === '"') {
        cell += '"';
        index += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell.trim() === "") {
      isQuoted = true;
      cell = "";
    } else if (letter === separator) endCell();
    else if (letter === "\n") endRow();
    else if (letter !== "\r") cell += letter;
  }
  endRow();
  return rows;
}

function separatorOf(text: string): string {
  const first = text.split("\n", 1)[0] ?? "";
  const count = (letter: string) => first.split(letter).length;
  return [",", ";", "\t"].toSorted((left, right) => count(right) - count(left))[0] ?? ",";
}
