// What a caller wrote about a version, checked: texts within bounds, files and credential of the same project,
// parameters within what the model accepts.
import { checkParameters, type CredentialRow, findCredential } from "#domains/llm";
import type { SolutionVersionInput } from "#generated/resolvers.ts";
import type { Db } from "#platform/database.ts";
import { Invalid } from "#platform/errors.ts";
import { isId, newId } from "#platform/ids.ts";
import { optionalText } from "#platform/input.ts";
import { type Task, type Tool, toolSchema } from "./agent-format.ts";
import type { VersionRow } from "./queries.ts";
import { compileSchema } from "./tool-arguments.ts";

export const editableFields = [
  "brandName",
  "supervisorName",
  "tone",
  "knowledgeAgentContext",
  "otherInformation",
  "fallbackMessage",
  "llmCredentialId",
  "maxOutputTokens",
  "temperature",
  "topK",
  "topP",
  "tasks",
  "tools",
  "fileIds",
  "note",
] as const;
export type EditableField = (typeof editableFields)[number];
export type VersionValues = Pick<VersionRow, EditableField>;

export const emptyValues: VersionValues = {
  brandName: "",
  supervisorName: "",
  tone: "",
  knowledgeAgentContext: "",
  otherInformation: "",
  fallbackMessage: "",
  llmCredentialId: null,
  maxOutputTokens: null,
  temperature: null,
  topK: null,
  topP: null,
  tasks: [],
  tools: [],
  fileIds: [],
  note: "",
};

const longest = {
  brandName: 200,
  supervisorName: 120,
  tone: 2_000,
  knowledgeAgentContext: 20_000,
  otherInformation: 20_000,
  fallbackMessage: 2_000,
  note: 2_000,
} as const;
const textFields = [
  "brandName",
  "supervisorName",
  "tone",
  "knowledgeAgentContext",
  "otherInformation",
  "fallbackMessage",
  "note",
] as const;
const numberFields = ["maxOutputTokens", "temperature", "topK", "topP"] as const;
const mostTasks = 50;
const mostTools = 20;
const mostFiles = 200;

/** `before` with the input's fields in place; a field that was left out keeps its value. */
export async function checkedValues(
  db: Db,
  projectId: string,
  input: SolutionVersionInput,
  before: VersionValues,
): Promise<VersionValues> {
  const values: { -readonly [K in EditableField]: VersionValues[K] } = { ...before };
  for (const field of textFields) {
    const text = input[field];
    if (text !== undefined) values[field] = optionalText(field, text ?? "", longest[field]);
  }
  for (const field of numberFields) {
    const value = input[field];
    if (value !== undefined) values[field] = value;
  }
  if (input.tasks !== undefined) values.tasks = checkedTasks(input.tasks ?? []);
  if (input.tools !== undefined) values.tools = checkedTools(input.tools ?? []);
  if (input.fileIds !== undefined) values.fileIds = await checkedFiles(db, projectId, input.fileIds ?? []);
  if (input.llmCredentialId !== undefined) values.llmCredentialId = input.llmCredentialId || null;
  const credential = await credentialIn(db, projectId, values.llmCredentialId);
  checkParameters(values, credential);
  return values;
}

async function credentialIn(
  db: Db,
  projectId: string,
  id: string | null,
): Promise<CredentialRow | undefined> {
  if (id === null) return undefined;
  const credential = isId(id) ? await findCredential(db, id) : undefined;
  if (credential?.projectId !== projectId)
    throw new Invalid("llmCredentialId", "There is no such credential in this project.");
  return credential;
}

function checkedTasks(given: readonly { id?: string | null; name: string; description: string }[]): Task[] {
  if (given.length > mostTasks) throw new Invalid("tasks", `A version has at most ${mostTasks} tasks.`);
  const ids = new Set<string>();
  const names = new Set<string>();
  return given.map((task, index) => {
    const id = task.id?.trim() || newId();
    const name = optionalText(`tasks.${index}.name`, task.name, 120);
    if (name === "") throw new Invalid(`tasks.${index}.name`, "Give the task a name.");
    if (id.length > 100 || ids.has(id)) throw new Invalid(`tasks.${index}.id`, "Two tasks have the same id.");
    if (names.has(name.toLowerCase()))
      throw new Invalid(`tasks.${index}.name`, `Two tasks are called ${name}.`);
    ids.add(id);
    names.add(name.toLowerCase());
    return { id, name, description: optionalText(`tasks.${index}.description`, task.description, 8_000) };
  });
}

function checkedTools(
  given: readonly {
    name: string;
    description: string;
    parameters: unknown;
    method?: string | null;
    url: string;
  }[],
): Tool[] {
  if (given.length > mostTools) throw new Invalid("tools", `A version has at most ${mostTools} tools.`);
  const names = new Set<string>();
  return given.map((tool, index) => {
    const parsed = toolSchema.safeParse({ ...tool, method: (tool.method ?? "GET").toUpperCase() });
    const issue = parsed.error?.issues[0];
    if (!parsed.success) {
      throw new Invalid(
        `tools.${index}.${String(issue?.path[0] ?? "name")}`,
        "A tool has a name of letters, digits and _, a description, a schema of its arguments, a method and an address.",
      );
    }
    if (names.has(parsed.data.name))
      throw new Invalid(`tools.${index}.name`, "Two tools have the same name.");
    names.add(parsed.data.name);
    const problem = compileSchema(parsed.data.parameters);
    if (typeof problem === "string") throw new Invalid(`tools.${index}.parameters`, problem);
    const url = URL.parse(parsed.data.url.replaceAll(/\{\{\w+\}\}/g, "x"));
    if (!url || !/^https?:$/.test(url.protocol))
      throw new Invalid(`tools.${index}.url`, "Enter an address such as https://example.org/orders/{{id}}.");
    if (/\{\{/.test(parsed.data.url.split("/").slice(0, 3).join("/")))
      throw new Invalid(
        `tools.${index}.url`,
        "The host of a tool is fixed; arguments belong into the path or the query.",
      );
    return parsed.data;
  });
}

async function checkedFiles(db: Db, projectId: string, given: readonly string[]): Promise<string[]> {
  const ids = [...new Set(given)];
  if (ids.length > mostFiles) throw new Invalid("fileIds", `A version has at most ${mostFiles} files.`);
  const known = ids.every(isId)
    ? await db
        .selectFrom("knowledge_files")
        .select("file_id")
        .where("project_id", "=", projectId)
        .where("file_id", "in", ids.length > 0 ? ids : [newId()])
        .execute()
    : [];
  if (known.length !== ids.length) throw new Invalid("fileIds", "One of the files is not in this project.");
  return ids;
}
