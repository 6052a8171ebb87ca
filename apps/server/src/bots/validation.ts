// Everything that is wrong or odd about a bot version: configuration, flow, intents, entities, scripts.
import {
  answerPath,
  botConfig,
  type BotData,
  filePaths,
  intentNameOf,
  intentPath,
  utterancesOf,
  type ValidationMessage,
  type VersionFile,
} from "@parley/bot-data";
import { setImmediate as othersTurn } from "node:timers/promises";
import { parseFlowText, validate as validateFlow } from "@parley/flow";
import { z } from "zod";
import { checkEntities } from "#domains/nlu";
import type { ScriptProblem } from "#domains/script-sandbox";
import { answersOf } from "./answers.ts";
import { lineOfNode } from "./intent-uses.ts";
import { jsonOf } from "./reading.ts";
import { resourcesVariable } from "./resources.ts";
import { entityDefinitions, entityFileSchema } from "./entity-file.ts";
import { slotsOf } from "./slots.ts";
import { slotProblems } from "./validate-slots.ts";

export interface ValidationInput {
  readonly files: readonly Pick<VersionFile, "filePath" | "content">[];
  readonly assetIds: readonly string[];
  /** FLOW unless told. */
  readonly botType?: BotData["botType"];
  readonly checkScript: (code: string) => Promise<readonly ScriptProblem[]>;
}

const fewExamples = 5;
const imbalance = 10;
const mostOfOneKind = 500;
/** After so many utterances others get their turn: 200,000 take seconds. */
const utterancesAtOnce = 2_000;

export async function validateVersionFiles(input: ValidationInput): Promise<ValidationMessage[]> {
  const { files } = input;
  return atMost(mostOfOneKind, [
    ...checkConfig(files),
    ...(await checkIntents(files)),
    ...checkAnswers(input),
    ...checkEntityFiles(files),
    ...slotProblems(files).map(({ severity, code, text, file, line }) =>
      message(severity, code, text, { file, line }),
    ),
    ...(await checkScripts(input)),
    ...checkFlow(input),
  ]);
}

/** The first of each kind, and how many more there are: nobody reads a hundred thousand. */
function atMost(most: number, messages: readonly ValidationMessage[]): ValidationMessage[] {
  const counts = new Map<string, { severity: ValidationMessage["severity"]; count: number }>();
  const shown = messages.filter(({ code, severity }) => {
    const seen = counts.get(code) ?? { severity, count: 0 };
    seen.count += 1;
    counts.set(code, seen);
    return seen.count <= most;
  });
  const rest = [...counts].filter(([, { count }]) => count > most);
  return [
    ...shown,
    ...rest.map(([code, { severity, count }]) =>
      message(severity, code, `And ${(count - most).toLocaleString("en")} more of this kind.`),
    ),
  ];
}

type Files = ValidationInput["files"];

function message(
  severity: ValidationMessage["severity"],
  code: string,
  text: string,
  place: Partial<Pick<ValidationMessage, "file" | "line" | "nodeId" | "field">> = {},
): ValidationMessage {
  return { severity, code, message: text, file: null, line: null, nodeId: null, field: null, ...place };
}

function checkConfig(files: Files): ValidationMessage[] {
  const file = files.find(({ filePath }) => filePath === filePaths.config);
  const place = { file: filePaths.config };
  if (!file) return [message("error", "config_missing", "The version has no config.json.", place)];
  const json = jsonOf(file.content);
  if (json === undefined)
    return [message("error", "config_not_json", "config.json is not JSON.", { ...place, line: 1 })];
  const parsed = botConfig.safeParse(json);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) =>
    message("error", "config_invalid", `${issue.path.join(".") || "config.json"}: ${issue.message}.`, {
      ...place,
      line: lineOf(file.content, String(issue.path[0] ?? "")),
      field: issue.path.join(".") || null,
    }),
  );
}

function lineOf(content: string, key: string): number {
  const index = key === "" ? -1 : content.indexOf(`"${key}"`);
  return index < 0 ? 1 : content.slice(0, index).split("\n").length;
}

async function checkIntents(files: Files): Promise<ValidationMessage[]> {
  const found: ValidationMessage[] = [];
  const owners = new Map<string, { intent: string; file: string; line: number }>();
  const sizes: { intent: string; file: string; count: number }[] = [];
  let seen = 0;
  for (const { filePath: file, content } of files) {
    const intent = intentNameOf(file);
    if (intent === undefined) continue;
    const utterances = utterancesOf(content);
    sizes.push({ intent, file, count: utterances.length });
    if (utterances.length === 0)
      found.push(message("error", "intent_empty", `The intent ${intent} has no example.`, { file, line: 1 }));
    else if (utterances.length < fewExamples) {
      const text = `The intent ${intent} has ${utterances.length} examples; ${fewExamples} or more work better.`;
      found.push(message("warning", "intent_few_examples", text, { file, line: 1 }));
    }
    for (const [index, { line, text }] of utterances.entries()) {
      if ((seen + index) % utterancesAtOnce === 0) await othersTurn();
      const key = text.toLowerCase();
      const owner = owners.get(key);
      if (!owner) owners.set(key, { intent, file, line });
      else if (owner.intent === intent) {
        found.push(message("info", "utterance_twice", `"${text}" is there twice.`, { file, line }));
      } else {
        const where = `"${text}" is also an example of ${owner.intent} (line ${owner.line}).`;
        found.push(message("error", "utterance_in_two_intents", where, { file, line }));
      }
    }
    seen += utterances.length;
  }
  return [...found, ...checkBalance(sizes)];
}

function checkBalance(
  sizes: readonly { intent: string; file: string; count: number }[],
): ValidationMessage[] {
  const filled = sizes.filter(({ count }) => count > 0).toSorted((a, b) => a.count - b.count);
  const [smallest, largest] = [filled[0], filled.at(-1)];
  if (!smallest || !largest || largest.count < imbalance * smallest.count) return [];
  const text = `${largest.intent} has ${largest.count} examples and ${smallest.intent} only ${smallest.count}; small intents lose against large ones.`;
  return [message("warning", "intents_imbalanced", text, { file: smallest.file, line: 1 })];
}

function checkAnswers({ files, botType }: ValidationInput): ValidationMessage[] {
  const answers = answersOf(files);
  const intents = new Set(files.flatMap(({ filePath }) => intentNameOf(filePath) ?? []));
  const orphans = [...answers.keys()].filter((intent) => !intents.has(intent));
  const found = orphans.map((intent) =>
    message("error", "answer_without_intent", `There is an answer for ${intent}, which is no intent.`, {
      file: answerPath(intent),
      line: 1,
    }),
  );
  if (botType !== "FAQ") {
    const unused =
      "Only bots of the type questions and answers say the answers of intents; others follow their flow.";
    return answers.size > 0 ? [...found, message("warning", "answers_unused", unused)] : found;
  }
  const flow = files.find(({ filePath }) => filePath === filePaths.flow);
  const parsed = flow && parseFlowText(flow.content);
  const handled = new Set(parsed?.ok ? parsed.flow.nodes.map((node) => node.intent) : []);
  const silent = [...intents].filter((intent) => !answers.has(intent) && !handled.has(intent));
  return [
    ...found,
    ...silent.map((intent) =>
      message("warning", "intent_without_answer", `The bot has no answer for ${intent}.`, {
        file: intentPath(intent),
        line: 1,
      }),
    ),
  ];
}

function checkEntityFiles(files: Files): ValidationMessage[] {
  return files.flatMap(({ filePath: file, content }) => {
    if (!file.startsWith(filePaths.entities)) return [];
    const json = jsonOf(content);
    if (json === undefined)
      return [message("error", "entity_not_json", `${file} is not JSON.`, { file, line: 1 })];
    const name = file.slice(filePaths.entities.length, -".json".length);
    const parsed = entityFileSchema.safeParse({
      ...z.record(z.string(), z.unknown()).catch({}).parse(json),
      name,
    });
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const field = issue?.path.join(".") ?? "";
      return [
        message("error", "entity_invalid", `${name}: ${field} ${issue?.message ?? "is not an entity"}.`, {
          file,
          line: 1,
          field,
        }),
      ];
    }
    return checkEntities(entityDefinitions([parsed.data])).map((problem) =>
      message("error", problem.code.replaceAll("-", "_"), problem.message, { file, line: 1 }),
    );
  });
}

async function checkScripts({ files, checkScript }: ValidationInput): Promise<ValidationMessage[]> {
  const scripts = files.filter(({ filePath }) => filePath.startsWith(filePaths.scripts));
  const found = await Promise.all(
    scripts.map(async ({ filePath: file, content }) =>
      (await checkScript(content)).map((problem) =>
        message("error", problem.code.replaceAll("-", "_"), problem.message, { file, line: problem.line }),
      ),
    ),
  );
  return found.flat();
}

function checkFlow({ files, assetIds, botType }: ValidationInput): ValidationMessage[] {
  const file = files.find(({ filePath }) => filePath === filePaths.flow);
  if (!file && (botType ?? "FLOW") !== "FLOW") return [];
  if (!file) {
    const missing = "The bot has no flow, so it answers everything with its fallback message.";
    return [message("warning", "flow_missing", missing)];
  }
  const place = { file: filePaths.flow };
  const parsed = parseFlowText(file.content);
  if (!parsed.ok) {
    return parsed.errors.map((issue) =>
      message("error", "flow_unreadable", issue.message, {
        ...place,
        line: 1,
        nodeId: issue.nodeId,
        field: issue.field,
      }),
    );
  }
  const scripts = files.flatMap(({ filePath }) =>
    filePath.startsWith(filePaths.scripts)
      ? [filePath.slice(filePaths.scripts.length), filePath.slice(filePaths.scripts.length, -3)]
      : [],
  );
  const problems = validateFlow(parsed.flow, {
    intents: files.flatMap(({ filePath }) => intentNameOf(filePath) ?? []),
    scripts,
    assets: assetIds,
    variables: [
      resourcesVariable,
      ...[...slotsOf(files).values()].flatMap((slots) => slots.map((slot) => slot.name)),
    ],
  });
  return problems.map((problem) =>
    message(problem.severity, problem.code, problem.message, {
      ...place,
      nodeId: problem.nodeId,
      field: problem.field ?? null,
      line: problem.nodeId ? lineOfNode(file.content, problem.nodeId) : 1,
    }),
  );
}
