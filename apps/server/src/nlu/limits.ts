// What training accepts. Each refusal is a sentence for the person who wrote the intents.
import type { NluInput } from "./types.ts";

export const limits = {
  utterances: 200_000,
  intents: 1_000,
  utteranceLength: 1_000,
  entities: 500,
} as const;

export class NluInputError extends Error {
  override name = "NluInputError";
}

function refuse(sentence: string): never {
  throw new NluInputError(sentence);
}

const number = new Intl.NumberFormat("en");

/** Throws an NluInputError with a sentence when training could not work or would take too much. */
export function checkInput(input: NluInput): void {
  if (input.intents.length === 0) refuse("Add at least one intent before you train.");
  if (input.intents.length > limits.intents) {
    refuse(
      `There are ${number.format(input.intents.length)} intents; at most ${number.format(limits.intents)} can be trained together.`,
    );
  }
  if (input.entities.length > limits.entities) {
    refuse(
      `There are ${number.format(input.entities.length)} entities; at most ${number.format(limits.entities)} can be used together.`,
    );
  }
  const total = input.intents.reduce((sum, intent) => sum + intent.utterances.length, 0);
  if (total > limits.utterances) {
    refuse(
      `There are ${number.format(total)} utterances; at most ${number.format(limits.utterances)} can be trained together.`,
    );
  }
  if (!(input.strictness >= 0 && input.strictness <= 1)) refuse("Strictness must be a number from 0 to 1.");
  if (!Number.isFinite(input.seed)) refuse("The seed must be a number.");
  checkIntents(input);
}

function checkIntents(input: NluInput): void {
  const names = new Set<string>();
  for (const intent of input.intents) {
    if (intent.name.trim() === "") refuse("An intent has no name.");
    if (names.has(intent.name))
      refuse(`Two intents are called “${intent.name}”. Give one of them another name.`);
    names.add(intent.name);
    if (intent.utterances.every((utterance) => utterance.trim() === "")) {
      refuse(`The intent “${intent.name}” has no utterances. Add at least one.`);
    }
    const long = intent.utterances.find((utterance) => utterance.length > limits.utteranceLength);
    if (long !== undefined) {
      refuse(
        `An utterance of “${intent.name}” has ${number.format(long.length)} characters; at most ${number.format(limits.utteranceLength)} are allowed. It begins “${Array.from(long).slice(0, 40).join("")}”.`,
      );
    }
  }
}
