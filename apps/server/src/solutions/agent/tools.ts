// What a model may do besides talking: only what is declared, with arguments that fit their schema, each distinct
// call at most once per turn.
import { jsonSchema, tool, type ToolSet } from "ai";
import { searchFiles } from "#domains/knowledge";
import type { Tool } from "../agent-format.ts";
import { argumentProblem } from "../tool-arguments.ts";
import { passageText } from "./prompt.ts";
import { numberPassages, type Turn } from "./turn.ts";

type Arguments = Record<string, unknown>;
type Run = (given: Arguments) => Promise<string>;
type Schema = Readonly<Record<string, unknown>>;

const mostCalls = 20;
const toolTimeoutMs = 10_000;
const mostAnswerCharacters = 8_000;

export function toolsOf(turn: Turn, runTask?: (taskId: string, request: string) => Promise<string>): ToolSet {
  const { agent } = turn;
  const done = new Map<string, Promise<string>>();
  const declared: ToolSet = {};
  const declare = (name: string, description: string, schema: Schema, run: Run) => {
    declared[name] = tool({
      description,
      inputSchema: jsonSchema<Arguments>(
        { ...schema, type: "object" },
        {
          validate: (value) => {
            const problem = argumentProblem({ ...schema, type: "object" }, value);
            return problem === undefined
              ? { success: true, value: value as Arguments }
              : { success: false, error: new Error(problem) };
          },
        },
      ),
      execute: (given) => once(turn, done, name, given, run),
    });
  };
  if (agent.fileIds.length > 0) {
    declare(
      "search_knowledge",
      "Searches the files for passages about something.",
      textSchema("query"),
      (given) => searchKnowledge(turn, String(given["query"])),
    );
  }
  if (runTask && agent.tasks.length > 0) {
    const schema = {
      type: "object",
      properties: {
        task: { type: "string", enum: agent.tasks.map((task) => task.id) },
        request: { type: "string" },
      },
      required: ["task", "request"],
      additionalProperties: false,
    };
    declare("do_task", "Hands a request to one of the tasks and answers what it came to.", schema, (given) =>
      runTask(String(given["task"]), String(given["request"]).slice(0, 4_000)),
    );
  }
  for (const http of agent.tools) {
    if (!Object.hasOwn(declared, http.name))
      declare(http.name, http.description, http.parameters, (given) => callHttp(turn, http, given));
  }
  return declared;
}

/** The same call again gets the first one's answer: nothing happens twice. */
function once(
  turn: Turn,
  done: Map<string, Promise<string>>,
  name: string,
  given: Arguments,
  run: Run,
): Promise<string> {
  const key = `${name} ${JSON.stringify(Object.entries(given).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
  const known = done.get(key);
  if (known) return known;
  const answer = measured(turn, name, given, run);
  done.set(key, answer);
  return answer;
}

async function measured(turn: Turn, name: string, given: Arguments, run: Run): Promise<string> {
  if (turn.spent.toolCalls >= mostCalls) return "No more tool calls are allowed in this turn. Answer now.";
  turn.spent.toolCalls += 1;
  const began = performance.now();
  const record = (ok: boolean, error?: string) =>
    turn.toolCalls.push({
      name,
      arguments: given,
      ok,
      ms: Math.round(performance.now() - began),
      ...(error !== undefined && { error }),
    });
  try {
    const answer = await run(given);
    record(true);
    return answer.slice(0, mostAnswerCharacters);
  } catch (error) {
    const sentence = error instanceof Error ? error.message.slice(0, 300) : "It failed.";
    record(false, sentence);
    return `The tool failed: ${sentence}`;
  }
}

async function searchKnowledge(turn: Turn, query: string): Promise<string> {
  const hits = await searchFiles(turn.services, {
    projectId: turn.input.projectId,
    fileIds: turn.agent.fileIds,
    question: query,
    limit: 5,
    credential: turn.credential,
    signal: turn.signal,
  });
  return hits.length === 0 ? "Nothing was found." : numberPassages(turn, hits).map(passageText).join("\n\n");
}

async function callHttp(turn: Turn, { method, url, parameters }: Tool, given: Arguments): Promise<string> {
  const used = new Set<string>();
  const address = new URL(
    url.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      used.add(name);
      return encodeURIComponent(plain(given[name]));
    }),
  );
  const declaredNames = Object.keys(
    typeof parameters["properties"] === "object" && parameters["properties"] !== null
      ? parameters["properties"]
      : {},
  );
  const rest = declaredNames.filter((name) => !used.has(name) && given[name] !== undefined);
  const hasBody = method !== "GET" && method !== "DELETE";
  if (!hasBody) for (const name of rest) address.searchParams.set(name, plain(given[name]));
  const response = await turn.services.outgoing.fetch(address, {
    method,
    headers: {
      accept: "application/json, text/plain",
      ...(hasBody && { "content-type": "application/json" }),
    },
    ...(hasBody && { body: JSON.stringify(Object.fromEntries(rest.map((name) => [name, given[name]]))) }),
    timeoutMs: Math.max(1, Math.min(toolTimeoutMs, Math.ceil(turn.endsAt - performance.now()))),
    maxBytes: 256 * 1024,
    redirect: "error",
    signal: turn.signal,
    key: `tool:${turn.input.projectId}:${address.host}`,
  });
  return `Status ${response.status}\n${await response.text()}`;
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}

function textSchema(name: string): Schema {
  return {
    type: "object",
    properties: { [name]: { type: "string", minLength: 1, maxLength: 500 } },
    required: [name],
    additionalProperties: false,
  };
}
