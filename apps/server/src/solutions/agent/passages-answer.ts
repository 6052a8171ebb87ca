// The built-in provider: no model, only the sentences of the files that fit the question best, word for word.
import type { Agent } from "../agent-format.ts";
import type { Turn } from "./turn.ts";

const leastScore = 0.12;
const mostSentences = 3;

export interface PassagesAnswer {
  readonly text: string;
  readonly failure: string | null;
}

const greeting = /^\s*(hi|hello|hey|good (morning|afternoon|evening)|hallo|bonjour|hola)\b[\s!.,]*$/i;

export function answerFromPassages(turn: Turn): PassagesAnswer {
  const { agent, input, passages } = turn;
  if (greeting.test(input.text) && input.knowledgeOnly !== true) return { text: hello(agent), failure: null };
  const best = passages[0];
  if (!best || best.score < leastScore) {
    return {
      text: input.knowledgeOnly ? "" : agent.fallbackMessage || "I could not find this in my files.",
      failure: "Nothing in the files fits the question.",
    };
  }
  // A second passage only when it fits nearly as well.
  const used = passages.filter((hit, index) => index === 0 || (index < 3 && hit.score > best.score * 0.85));
  const parts = used.map((hit, index) => {
    const sentences = bestSentences(hit.content, hit.matchedTerms, index === 0 ? mostSentences : 1);
    return `${sentences.join(" ")} [${index + 1}]`;
  });
  return { text: parts.join("\n\n"), failure: null };
}

function hello(agent: Agent): string {
  const brand = agent.brandName ? ` of ${agent.brandName}` : "";
  const tasks =
    agent.tasks.length > 0 ? ` I can help with ${agent.tasks.map((task) => task.name).join(", ")}.` : "";
  return `Hello, I am ${agent.supervisorName || "the assistant"}${brand}.${tasks} What would you like to know?`;
}

/** The sentences with most of the words asked for, in the order of the text. */
function bestSentences(content: string, terms: readonly string[], most: number): string[] {
  const sentences = content
    .split(/(?<=[.!?])\s+(?=\p{Lu}|\d|[-–•])|\n+/u)
    .map((sentence) => sentence.replace(/^[-*•]\s+/, "").trim())
    .filter((sentence) => sentence.length > 2);
  const ranked = sentences
    .map((sentence, index) => ({ sentence, index, score: hits(sentence, terms) }))
    .toSorted((a, b) => b.score - a.score || a.index - b.index);
  const highest = ranked[0]?.score ?? 0;
  return ranked
    .slice(0, most)
    .filter((it) => it.score >= Math.max(1, highest / 2) || it === ranked[0])
    .toSorted((a, b) => a.index - b.index)
    .map((it) => it.sentence);
}

function hits(sentence: string, terms: readonly string[]): number {
  const words = sentence.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return terms.filter((term) =>
    words.some((word) => word.startsWith(term.slice(0, Math.max(4, term.length - 1)))),
  ).length;
}
