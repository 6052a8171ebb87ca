import type { RolledBack } from "../rolled-back.ts";

export interface Tools {
  readonly database: RolledBack;
  /** The person who calls: they hold every role in their organisation. */
  readonly userId: string;
  readonly idOf: (table: string) => Promise<string>;
  /** Another mutation, as the same person and without a key. */
  readonly call: (mutation: string, args: Arguments) => Promise<{ code: string; answer: string }>;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Arguments, and rows, that make a call succeed where those from the schema do not. */
export type Recipe = (args: Arguments, tools: Tools) => Arguments | Promise<Arguments>;

export type Recipes = Readonly<Record<string, Recipe>>;

/** What another mutation made; its answer is JSON, as a caller sees it. */
export async function idMadeBy(
  { call }: Tools,
  mutation: string,
  args: Arguments,
  at: readonly string[] = [],
): Promise<string> {
  const { code, answer } = await call(mutation, args);
  if (code !== "OK") throw new Error(`${mutation}: ${answer}`);
  let made: unknown = JSON.parse(answer);
  for (const key of [...at, "id"]) made = Object(made)[key] as unknown;
  return String(made);
}
