// The readable text of HTML: headings become Markdown headings, so that chunks know where they are.
// One pass over the text, without a parser of documents: nothing is fetched, nothing runs.
const dropped = new Set(["script", "style", "template", "noscript", "svg", "head", "iframe", "object"]);
const blocks = new Set(
  "p div section article header footer main aside nav ul ol li table tr blockquote pre br hr dl dt dd form figure figcaption h1 h2 h3 h4 h5 h6".split(
    " ",
  ),
);
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  eacute: "é",
  copy: "©",
  euro: "€",
};

export function htmlText(html: string): string {
  const out: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) break;
    out.push(unescaped(html.slice(at, open)));
    if (html.startsWith("<!--", open)) {
      const end = html.indexOf("-->", open + 4);
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    const close = html.indexOf(">", open);
    if (close < 0) {
      at = html.length;
      break;
    }
    const [, slash = "", name = ""] = /^<(\/?)([a-zA-Z][a-zA-Z0-9]*)/.exec(html.slice(open, open + 40)) ?? [];
    const tag = name.toLowerCase();
    at = close + 1;
    if (tag === "") out.push(slash === "" && !/^<[!?/]/.test(html.slice(open, open + 2)) ? "<" : "");
    if (slash === "" && dropped.has(tag)) at = endOf(html, tag, at);
    else if (blocks.has(tag)) out.push(blockMark(tag, slash));
    else if (tag === "td" || tag === "th") out.push(slash ? " | " : "");
  }
  out.push(unescaped(html.slice(at)));
  return out
    .join("")
    .replaceAll(/[ \t\r\f]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function blockMark(tag: string, slash: string): string {
  const level = /^h([1-6])$/.exec(tag)?.[1];
  if (level && !slash) return `\n\n${"#".repeat(Number(level))} `;
  if (tag === "li" && !slash) return "\n- ";
  if (tag === "br" || tag === "tr" || tag === "li") return "\n";
  return "\n\n";
}

function endOf(html: string, tag: string, from: number): number {
  const end = html.toLowerCase().indexOf(`</${tag}`, from);
  if (end < 0) return html.length;
  const close = html.indexOf(">", end);
  return close < 0 ? html.length : close + 1;
}

function unescaped(text: string): string {
  return text.replaceAll(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return entities[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
