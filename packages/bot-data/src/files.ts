// The files a bot version is made of (decision 040).
import { z } from "zod";

export const filePaths = {
  config: "config.json",
  flow: "flow.json",
  agent: "agent.json",
  intents: "intents/",
  entities: "entities/",
  scripts: "scripts/",
  answers: "answers/",
  slots: "slots/",
} as const;

/** config.json */
export const botConfig = z.strictObject({
  language: z.string().min(2).max(10).default("en"),
  /** How sure the engine must be before it answers, from 0 (lenient) to 1 (strict). */
  strictness: z.number().min(0).max(1).default(0.5),
  /** What a question-and-answer bot says first; other bots greet in their flow. */
  greeting: z.string().max(2_000).default(""),
  fallbackMessage: z
    .string()
    .min(1)
    .max(2_000)
    .default("Sorry, I did not get that. Could you say it in other words?"),
  errorMessage: z
    .string()
    .min(1)
    .max(2_000)
    .default("Something went wrong on our side. Please try again in a moment."),
  /** Hosts that scripts and HTTP nodes may call. */
  allowedHosts: z.array(z.string().min(1).max(253)).max(100).default([]),
  /** Seed of the training; the same files and seed give the same model. */
  seed: z.number().int().min(0).default(1),
});
export type BotConfig = z.infer<typeof botConfig>;

const name = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u;
const scriptName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.js$/;

/** Undefined when the path is one a version may hold, else a sentence that says why not. */
export function filePathProblem(path: string): string | undefined {
  if (path === filePaths.config || path === filePaths.flow || path === filePaths.agent) return undefined;
  if (path.includes("..") || path.startsWith("/") || path.includes("\\") || path.includes("\0")) {
    return "A file path may not leave its version.";
  }
  for (const [folder, ending] of [
    [filePaths.intents, ".txt"],
    [filePaths.entities, ".json"],
    [filePaths.answers, ".txt"],
    [filePaths.slots, ".json"],
  ] as const) {
    if (!path.startsWith(folder)) continue;
    const base = path.slice(folder.length);
    if (base.endsWith(ending) && name.test(base.slice(0, -ending.length))) return undefined;
    return `Files in ${folder} are named like "${folder}greeting${ending}".`;
  }
  if (path.startsWith(filePaths.scripts)) {
    return scriptName.test(path.slice(filePaths.scripts.length))
      ? undefined
      : 'Scripts are named like "scripts/lookup.js".';
  }
  return "A version holds config.json, flow.json, agent.json and files in intents/, entities/, slots/, scripts/ and answers/.";
}

export const intentPath = (intent: string) => `${filePaths.intents}${intent}.txt`;
export const entityPath = (entity: string) => `${filePaths.entities}${entity}.json`;
/** What a question-and-answer bot says to an intent. */
export const answerPath = (intent: string) => `${filePaths.answers}${intent}.txt`;
/** What an intent wants to know before the conversation goes on. */
export const slotPath = (intent: string) => `${filePaths.slots}${intent}.json`;
export const scriptPath = (script: string) => `${filePaths.scripts}${script}`;

export function intentNameOf(path: string): string | undefined {
  return path.startsWith(filePaths.intents)
    ? path.slice(filePaths.intents.length, -".txt".length)
    : undefined;
}

/** One utterance a line; blank lines and lines that begin with # do not count. */
export function utterancesOf(content: string): { line: number; text: string }[] {
  return content
    .split(/\r?\n/)
    .map((text, index) => ({ line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== "" && !text.startsWith("#"));
}
