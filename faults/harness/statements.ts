/** The statements of an SQL text: split at semicolons outside quotes, dollar quotes and comments. */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let [from, at] = [0, 0];
  while (at < text.length) {
    const rest = text.slice(at);
    const skipped =
      /^--[^\n]*/.exec(rest) ??
      /^\/\*[\s\S]*?\*\//.exec(rest) ??
      /^'(?:[^']|'')*'/.exec(rest) ??
      /^"[^"]*"/.exec(rest) ??
      /^(\$\w*\$)[\s\S]*?\1/.exec(rest);
    if (skipped) at += skipped[0].length;
    else {
      if (text[at] === ";") {
        statements.push(text.slice(from, at));
        from = at + 1;
      }
      at += 1;
    }
  }
  statements.push(text.slice(from));
  return statements.filter((statement) => statement.replaceAll(/--[^\n]*/g, "").trim() !== "");
}
