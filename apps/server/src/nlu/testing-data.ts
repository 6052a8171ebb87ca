// Intents that the tests of this folder train on.
import type { NluInput } from "./types.ts";

export function anInput(overrides: Partial<NluInput> = {}): NluInput {
  return {
    intents: [
      {
        name: "greet",
        utterances: [
          "hello",
          "hi there",
          "good morning",
          "hey, how are you?",
          "good evening to you",
          "hello again my friend",
        ],
      },
      {
        name: "card-lost",
        utterances: [
          "I lost my card",
          "my card is gone",
          "someone stole my bank card",
          "I can't find my credit card",
          "my card was stolen yesterday",
          "help, lost card",
        ],
      },
      {
        name: "opening-hours",
        utterances: [
          "when do you open?",
          "what are your opening hours",
          "are you open on sunday?",
          "until what time is the branch open",
          "when do you close today",
          "opening times please",
        ],
      },
    ],
    entities: [],
    language: "en",
    seed: 7,
    strictness: 0.5,
    ...overrides,
  };
}
