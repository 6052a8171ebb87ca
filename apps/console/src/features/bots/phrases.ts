// An intent file as a list of phrases. Comments and blank lines stay where they are.
import { utterancesOf } from "@parley/bot-data/files";

export type Phrase = { line: number; text: string };

export const phrasesOf = (content: string): Phrase[] => utterancesOf(content);

/** One phrase a line, as it is pasted from a spreadsheet or a chat; bullets and numbers in front fall away. */
export function phrasesIn(pasted: string): string[] {
  return pasted
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** What is there already, in any case, is not added again. */
export function withAdded(content: string, texts: readonly string[]): string {
  const known = new Set(phrasesOf(content).map((phrase) => phrase.text.toLowerCase()));
  const fresh = texts.filter((text) => {
    const key = text.toLowerCase();
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  if (fresh.length === 0) return content;
  return `${[content.trimEnd(), ...fresh].filter((part) => part !== "").join("\n")}\n`;
}

export function without(content: string, texts: ReadonlySet<string>): string {
  return content
    .split("\n")
    .filter((line) => !texts.has(line.trim()))
    .join("\n");
}

export function withChanged(content: string, before: string, after: string): string {
  return content
    .split("\n")
    .map((line) => (line.trim() === before ? after : line))
    .join("\n");
}
