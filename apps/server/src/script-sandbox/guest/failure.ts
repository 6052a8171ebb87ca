// From what QuickJS threw to a sentence with the author's line.
import { prefix } from "./bootstrap.ts";
import { limits, type Failure } from "./protocol.ts";

export const tooLate: Failure = { kind: "deadline", message: "The script took too long and was stopped." };
export const stuck: Failure = {
  kind: "stuck",
  message: "The script waits for something that never happens.",
};

export function failureFrom(name: string, message: string, stack: string): Failure {
  const place = placeIn(stack);
  if (name === "InternalError" && message === "interrupted") return { ...tooLate, ...place };
  if (name === "InternalError" && message === "out of memory") {
    return { kind: "memory", message: "The script used more memory than it may.", ...place };
  }
  if (message === "stack overflow") {
    return { kind: "recursion", message: "The script calls itself too deeply.", ...place };
  }
  const sentence = name === "" || name === "Error" ? message : `${name}: ${message}`;
  return {
    kind: "thrown",
    message: (sentence || "The script threw nothing.").slice(0, limits.logChars),
    ...place,
  };
}

/** A trap or an overflow of the host's stack: the module is gone, the process is well. */
export function failureFromHost(error: unknown): Failure {
  if (error instanceof RangeError)
    return { kind: "recursion", message: "The script calls itself too deeply." };
  return { kind: "crashed", message: "The script broke its sandbox, which was thrown away." };
}

function placeIn(stack: string): { line?: number; column?: number } {
  const match = /script\.js:(\d+)(?::(\d+))?/.exec(stack);
  const line = Number(match?.[1]);
  if (!Number.isInteger(line) || line < 1) return {};
  const column = Number(match?.[2]) - (line === 1 ? prefix.length : 0);
  return Number.isInteger(column) && column >= 1 ? { line, column } : { line };
}
