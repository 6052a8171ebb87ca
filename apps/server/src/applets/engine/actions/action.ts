import type { Services } from "../../../context.ts";
import type { Program } from "../program.ts";

export interface ActionCall {
  readonly services: Services;
  readonly program: Program;
  /** Placeholders filled, secrets not. */
  readonly input: Record<string, unknown>;
  /** The input once more, with the secrets that the action's author wrote into it; absent when there are none. */
  readonly inputWith?: (secrets: Readonly<Record<string, string>>) => Record<string, unknown>;
  readonly event: Record<string, unknown>;
  /** The same for every attempt: what a receiver tells a repetition by. */
  readonly idempotencyKey: string;
  /** Instances whose actions led here, this one last. */
  readonly chain: readonly string[];
  readonly signal: AbortSignal;
}

/** What the run log shows as the action's output. */
export type RunAction = (call: ActionCall) => Promise<Record<string, unknown>>;

/** Trying again later may help. */
export class Retryable extends Error {
  override name = "Retryable";
}

export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
