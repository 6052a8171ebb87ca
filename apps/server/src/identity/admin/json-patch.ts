// JSON Patch as far as identities need it: add, replace and remove on objects.
import { badRequest } from "../errors.ts";
import { isRecord } from "../traits.ts";

const forbidden = new Set(["__proto__", "constructor", "prototype"]);

export function applyPatch(
  document: Readonly<Record<string, unknown>>,
  patch: unknown,
): Record<string, unknown> {
  if (!Array.isArray(patch)) throw badRequest("The body must be a list of JSON Patch operations.");
  const result: Record<string, unknown> = structuredClone(document);
  for (const operation of patch) apply(result, operation);
  return result;
}

function apply(document: Record<string, unknown>, operation: unknown): void {
  const { op, path, value } = isRecord(operation) ? operation : {};
  if (typeof path !== "string" || !path.startsWith("/"))
    throw badRequest("A patch needs a path such as /traits/email.");
  const keys = path
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop() ?? "";
  if ([...keys, last].some((key) => forbidden.has(key))) throw badRequest(`${path} cannot be patched.`);
  const parent = keys.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), document);
  if (!isRecord(parent)) throw badRequest(`${path} does not exist.`);
  if (op === "remove") delete parent[last];
  else if (op === "add" || op === "replace") parent[last] = value;
  else throw badRequest("A patch operation must be add, replace or remove.");
}
