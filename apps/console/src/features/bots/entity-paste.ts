/** One value a line, its synonyms after it: "large: big, huge", or columns as a spreadsheet copies them. */
export function valuesIn(pasted: string): { value: string; synonyms?: string[] }[] {
  const found = new Map<string, Set<string>>();
  for (const line of pasted.split(/\r?\n/)) {
    const [first = "", ...rest] = line.includes("\t") ? line.split("\t") : line.split(/[:=](?:\s|$)/, 2);
    const value = first.trim();
    if (value === "") continue;
    const synonyms = found.get(value) ?? new Set();
    for (const word of rest.join(",").split(/[,;|]/)) if (word.trim() !== "") synonyms.add(word.trim());
    found.set(value, synonyms);
  }
  return [...found].map(([value, synonyms]) =>
    synonyms.size > 0 ? { value, synonyms: [...synonyms] } : { value },
  );
}
