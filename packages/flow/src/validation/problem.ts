import type { Severity } from "../node-type.ts";

export interface Problem {
  readonly severity: Severity;
  /** Stable: screens, tests and reports may rely on it. */
  readonly code: string;
  /** Null when the problem is the whole flow's. */
  readonly nodeId: string | null;
  readonly field?: string;
  readonly message: string;
}

/** What exists outside the flow. A list that is left out is not checked. */
export interface ValidationContext {
  readonly solutionVersionId?: string;
  readonly intents?: readonly string[];
  readonly scripts?: readonly string[];
  readonly assets?: readonly string[];
  readonly tasks?: readonly string[];
  readonly flows?: readonly string[];
  readonly skills?: readonly string[];
  /** Variables the host fills. */
  readonly variables?: readonly string[];
}

/** One line for places that keep messages as text; `problemFromText` reads it back. */
export function problemToText(problem: Problem): string {
  const place = [problem.nodeId ?? "-", problem.field ?? "-"].map(encodeURIComponent).join(" ");
  return `${problem.severity} ${problem.code} ${place}: ${problem.message}`;
}

export function problemFromText(text: string): Problem {
  const found = /^(error|warning|info) ([a-z_]+) (\S+) (\S+): ([\s\S]*)$/.exec(text);
  const [, severity, code = "", nodeId = "-", field = "-", message = ""] = found ?? [];
  if (!found || !isSeverity(severity))
    return { severity: "error", code: "other", nodeId: null, message: text };
  const problem = { severity, code, nodeId: nodeId === "-" ? null : decoded(nodeId), message };
  return field === "-" ? problem : { ...problem, field: decoded(field) };
}

function isSeverity(text: string | undefined): text is Severity {
  return text === "error" || text === "warning" || text === "info";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
