// Names a script cannot use, found without running it. This helps authors; what protects the server is the sandbox.
import { tokensOf } from "./tokens.ts";

export interface ScriptProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** Stable, for links and filters. */
  readonly code: string;
}

const reasons = new Map([
  ...namesFor(
    "A script has no access to the server.",
    "process require module exports global Buffer __dirname __filename",
  ),
  ...namesFor("Use http() instead.", "fetch XMLHttpRequest WebSocket EventSource"),
  ...namesFor(
    "Scripts run without a page.",
    "window document navigator localStorage sessionStorage location alert",
  ),
  ...namesFor("Scripts cannot wait for time to pass.", "setTimeout setInterval setImmediate queueMicrotask"),
  ...namesFor("Code made from text cannot be checked.", "eval Function AsyncFunction GeneratorFunction"),
  ...namesFor(
    "Scripts cannot load other code.",
    "import importScripts Worker WebAssembly SharedArrayBuffer Atomics",
  ),
  ...namesFor("Scripts share no global state.", "globalThis self"),
]);

export function forbiddenGlobals(code: string): ScriptProblem[] {
  const tokens = tokensOf(code);
  const own = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]?.text ?? "";
    if (token.kind === "name" && declaring.has(before)) own.add(token.text);
  }
  return tokens.flatMap((token, index) => {
    const reason = token.kind === "name" ? reasons.get(token.text) : undefined;
    const before = tokens[index - 1]?.text;
    const after = tokens[index + 1]?.text;
    const isProperty =
      before === "." || before === "?." || (after === ":" && before !== "?" && before !== "case");
    if (reason === undefined || isProperty || own.has(token.text)) return [];
    const { line, column } = token;
    return [
      { line, column, code: "script-forbidden-global", message: `${token.text} is not available. ${reason}` },
    ];
  });
}

const declaring = new Set(["const", "let", "var", "function", "class"]);

function namesFor(reason: string, names: string): [string, string][] {
  return names.split(" ").map((name) => [name, reason]);
}
