// A made-up corpus with the statistics of real text: few words that are everywhere, many that are rare.
import type { Chunk } from "../apps/server/src/knowledge/index.ts";

export interface Question {
  readonly text: string;
  /** Place of the chunk it was made from. */
  readonly target: number;
}

const syllables =
  "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo vu".split(
    " ",
  );

/** The same numbers in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function vocabulary(size: number, random: () => number): string[] {
  const words = new Set<string>();
  while (words.size < size) {
    const length = 2 + Math.floor(random() * 3);
    words.add(Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)]).join(""));
  }
  return [...words];
}

export function makeCorpus(
  chunkCount: number,
  seed = 7,
): { chunks: Chunk[]; questions(count: number): Question[] } {
  const random = randomNumbers(seed);
  const words = vocabulary(20_000, random);
  // Zipf: the word of rank r is drawn about 1/r as often as the first.
  const draw = () => words[Math.floor(words.length ** random()) - 1] ?? words[0] ?? "";
  const chunks = Array.from({ length: chunkCount }, (_, index) => ({
    heading: `Section ${index}`,
    content: `${Array.from({ length: 110 }, draw).join(" ")}.`,
  }));
  return {
    chunks,
    /** Five words of a chunk, three that have nothing to do with it, and every tenth with a slip of the pen. */
    questions(count) {
      return Array.from({ length: count }, (_, index) => {
        const target = Math.floor(random() * chunkCount);
        const own = (chunks[target]?.content ?? "").replace(".", "").split(" ");
        const picked = Array.from({ length: 5 }, () => own[Math.floor(random() * own.length)] ?? "");
        const text = [...picked, draw(), draw(), draw()];
        if (index % 10 === 0) text[0] = slip(text[0] ?? "", random);
        return { text: `how do I ${text.join(" ")}?`, target };
      });
    },
  };
}

function slip(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * Math.max(1, word.length - 2));
  return word.slice(0, at) + word.slice(at + 1);
}
