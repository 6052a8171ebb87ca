// Whether an answer is what was expected. Everything but the judge is decided here, without a model.
import { matchesPattern, patternProblem } from "@parley/flow";
import { argumentProblem, type Citation, compileSchema } from "#domains/solutions";
import type { ExpectationEnum } from "#generated/resolvers.ts";

export interface Verdict {
  readonly passed: boolean;
  readonly reason: string;
}

interface Answer {
  readonly text: string;
  readonly citations: readonly Pick<Citation, "title">[];
}

/** Why this cannot be an expectation; undefined when it can. */
export function expectationProblem(expectation: ExpectationEnum, expected: string): string | undefined {
  if (expected.trim() === "") return "Say what the answer should be like.";
  if (expected.length > 20_000) return "Use at most 20,000 characters.";
  if (expectation === "MATCHES") return patternProblem(expected) ?? undefined;
  if (expectation !== "JSON_SCHEMA") return undefined;
  const schema = parsedObject(expected);
  if (!schema) return "This is no JSON object.";
  const compiled = compileSchema(schema);
  return typeof compiled === "string" ? compiled : undefined;
}

export function judgedByRule(
  expectation: Exclude<ExpectationEnum, "JUDGE">,
  expected: string,
  answer: Answer,
): Verdict {
  switch (expectation) {
    case "CONTAINS":
      return contains(expected, answer.text);
    case "MATCHES":
      return matchesPattern(answer.text, expected)
        ? { passed: true, reason: "" }
        : { passed: false, reason: "The answer does not match the pattern." };
    case "CITES_FILE":
      return cites(expected, answer.citations);
    case "JSON_SCHEMA":
      return fitsSchema(expected, answer.text);
  }
}

/** Every line must be there; case does not count. */
function contains(expected: string, text: string): Verdict {
  const lower = text.toLowerCase();
  const missing = expected
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !lower.includes(line.toLowerCase()));
  return missing.length === 0
    ? { passed: true, reason: "" }
    : { passed: false, reason: `The answer does not contain “${missing[0]}”.` };
}

function cites(expected: string, citations: Answer["citations"]): Verdict {
  const wanted = expected.trim().toLowerCase();
  if (citations.some((citation) => citation.title.toLowerCase() === wanted))
    return { passed: true, reason: "" };
  const cited = [...new Set(citations.map((citation) => citation.title))];
  return {
    passed: false,
    reason:
      cited.length === 0 ? "The answer cites nothing." : `The answer cites ${cited.join(", ")} instead.`,
  };
}

function fitsSchema(expected: string, text: string): Verdict {
  const schema = parsedObject(expected);
  if (!schema) return { passed: false, reason: "The expectation is no JSON schema." };
  const bare = text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, "");
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch {
    return { passed: false, reason: "The answer is not JSON." };
  }
  const problem = argumentProblem(schema, value);
  return problem === undefined ? { passed: true, reason: "" } : { passed: false, reason: problem };
}

function parsedObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
