// Reads RFC 4180: quoted fields may hold commas, line breaks and doubled quotes.
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let isQuoted = false;
  const source = text.replace(/^\uFEFF/, "");
  const separator = guessSeparator(source);
  const endField = () => {
    row.push(field);
    field = "";
  };
  const endRow = () => {
    endField();
    if (row.some((value) => value !== "")) rows.push(row);
    row = [];
  };
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at];
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (source[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && field === "") isQuoted = true;
    else if (character === separator) endField();
    else if (character === "\n") endRow();
    else if (character !== "\r") field += character;
  }
  endRow();
  return rows;
}

function guessSeparator(text: string): string {
  const first = text.slice(0, text.search(/\n|$/));
  const counts = [",", ";", "\t"].map((mark) => ({ mark, count: first.split(mark).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.mark ?? ",";
}
