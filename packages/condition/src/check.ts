// Is this a condition at all? Asked before one is saved; names the place of every problem.
import { findOperator, operators } from "./operators.ts";

export interface ConditionProblem {
  /** Such as `all.1.operator`; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

const deepest = 8;
const mostParts = 200;
const longestText = 2_000;

export function checkCondition(value: unknown): ConditionProblem[] {
  const problems: ConditionProblem[] = [];
  let parts = 0;

  function visit(node: unknown, path: string, depth: number): void {
    const say = (message: string, at = path) => problems.push({ path: at, message });
    const below = (key: string | number) => (path === "" ? String(key) : `${path}.${key}`);
    if (++parts > mostParts)
      return void (parts === mostParts + 1 && say(`A condition has at most ${mostParts} parts.`, ""));
    if (depth > deepest) return void say(`Groups nest at most ${deepest} levels deep.`);
    if (!isObject(node)) return void say("A part of a condition is a group or a comparison.");
    const keys = Object.keys(node);
    if (keys.length === 0) return path === "" ? undefined : void say("This part is empty.");
    const group = keys.find((key) => key === "all" || key === "any" || key === "not");
    if (group !== undefined) {
      if (keys.length > 1) return void say(`A group holds nothing beside “${group}”.`);
      const inner = node[group];
      if (group === "not") return visit(inner, below("not"), depth + 1);
      if (!Array.isArray(inner)) return void say("A group is a list of parts.", below(group));
      inner.forEach((part, index) => visit(part, `${below(group)}.${index}`, depth + 1));
      return;
    }
    checkComparison(node, say, below);
  }

  visit(value, "", 1);
  return problems;
}

function checkComparison(
  node: Record<string, unknown>,
  say: (message: string, at?: string) => void,
  below: (key: string) => string,
): void {
  const { fact, operator, value } = node;
  const unknown = Object.keys(node).find(
    (key) => !["fact", "operator", "value", "caseSensitive"].includes(key),
  );
  if (unknown !== undefined) say(`A comparison has no “${unknown}”.`, below(unknown));
  if (typeof fact !== "string" || !/^[A-Za-z][\w-]*(\.[\w-]+)*$/.test(fact) || fact.length > 200) {
    say("Name what to look at, such as page.path.", below("fact"));
  }
  const known = typeof operator === "string" ? findOperator(operator) : undefined;
  if (known === undefined) {
    return say(`Choose one of: ${Object.keys(operators).join(", ")}.`, below("operator"));
  }
  const isText = typeof value === "string";
  if (isText && value.length > longestText)
    say(`A text has at most ${longestText} characters.`, below("value"));
  if (known.takes === "text" && (!isText || value === ""))
    say("Write a text to compare with.", below("value"));
  if (known.takes === "number" && !Number.isFinite(isText && value.trim() !== "" ? Number(value) : value)) {
    say("Write a number to compare with.", below("value"));
  }
  if (known.takes === "any" && !["string", "number", "boolean"].includes(typeof value) && value !== null) {
    say("Write a value to compare with.", below("value"));
  }
  if (known.takes === "list" && (!Array.isArray(value) || value.length === 0 || value.length > 500)) {
    say("List one to 500 values to compare with.", below("value"));
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
