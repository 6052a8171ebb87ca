import { findOperator } from "./operators.ts";
import type { Condition } from "./types.ts";

/** A condition read aloud: `page.path starts with "/cart" and event.total is at least 50`. */
export function describeCondition(condition: Condition): string {
  if ("all" in condition) return join(condition.all, "and");
  if ("any" in condition) return join(condition.any, "or");
  if ("not" in condition && typeof condition.not === "object") {
    return `not (${describeCondition(condition.not)})`;
  }
  if (!("fact" in condition)) return "always";
  const { fact, operator, value } = condition;
  const label = findOperator(operator)?.label ?? operator;
  if (value === undefined) return `${fact} ${label}`;
  return `${fact} ${label} ${Array.isArray(value) ? value.map((it) => JSON.stringify(it)).join(", ") : JSON.stringify(value)}`;
}

function join(parts: readonly Condition[], word: string): string {
  if (parts.length === 0) return "always";
  return parts
    .map((part) => {
      const text = describeCondition(part);
      return parts.length > 1 && ("all" in part || "any" in part) ? `(${text})` : text;
    })
    .join(` ${word} `);
}
