// Cuts a text into passages that can be read on their own: along headings and paragraphs, never longer than
// what is useful to quote, with the heading they stand under.
export interface Chunk {
  readonly heading: string;
  readonly content: string;
}

const target = 900;
const longest = 1_400;
export const maxChunks = 20_000;

export function chunkText(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  let headings: string[] = [];
  let page = "";
  let held = "";
  const flush = () => {
    const content = held.trim();
    held = "";
    if (content !== "")
      chunks.push({ heading: [...headings.filter(Boolean), page].filter(Boolean).join(" › "), content });
  };
  for (const paragraph of paragraphsOf(text)) {
    const heading = /^(#{1,6})\s+(.{1,200})$/.exec(paragraph);
    const pageMark = /^␞(\d+)$/.exec(paragraph);
    if (heading || pageMark) {
      flush();
      if (heading?.[1] && heading[2]) {
        const level = heading[1].length;
        headings = [
          ...headings.slice(0, level - 1),
          ...Array<string>(Math.max(0, level - 1 - headings.length)).fill(""),
        ];
        headings[level - 1] = heading[2].replaceAll(/[#*_`]+/g, "").trim();
      }
      if (pageMark) page = `page ${pageMark[1]}`;
      continue;
    }
    for (const part of partsOf(paragraph)) {
      if (held !== "" && held.length + part.length > target) flush();
      held = held === "" ? part : `${held}\n\n${part}`;
    }
  }
  flush();
  return chunks.slice(0, maxChunks);
}

function paragraphsOf(text: string): string[] {
  return (
    text
      .replaceAll("\0", "")
      .replaceAll("\r\n", "\n")
      // A heading or a page mark is a paragraph of its own, even without a blank line around it.
      .replaceAll(/^(#{1,6}\s.*|␞\d+)$/gm, "\n\n$1\n\n")
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.replace(/^[ \t\n]+|[ \t\n]+$/g, ""))
      .filter((paragraph) => paragraph !== "")
  );
}

/** A long paragraph in pieces, cut at sentences, else at spaces, else anywhere. */
function partsOf(paragraph: string): string[] {
  const parts: string[] = [];
  let rest = paragraph;
  while (rest.length > longest) {
    const window = rest.slice(0, longest);
    const sentence = Math.max(
      window.lastIndexOf(". "),
      window.lastIndexOf("! "),
      window.lastIndexOf("? "),
      window.lastIndexOf("\n"),
    );
    const space = window.lastIndexOf(" ");
    const cut = sentence > target / 2 ? sentence + 1 : space > target / 2 ? space : longest;
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest === "" ? parts : [...parts, rest];
}
