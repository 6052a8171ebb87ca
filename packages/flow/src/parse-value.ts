// Readers for single field values: unknown in, a typed value and complaints out.
import type { Json, JsonObject } from "./json.ts";
import { limits } from "./limits.ts";

export type Complain = (message: string) => void;

export function readText(value: unknown, maximum: number, complain: Complain): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") {
    complain("must be text.");
    return "";
  }
  if (value.length > maximum) complain(`is longer than ${maximum} characters.`);
  // PostgreSQL stores neither of these, so a flow that has them could not be saved as it is.
  if (value.includes("\u0000") || !value.isWellFormed()) complain("holds characters that cannot be stored.");
  return value;
}

export function readInteger(value: unknown, complain: Complain): number {
  if (value === null || value === undefined) return 0;
  if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 31) return value;
  complain("must be a whole number.");
  return 0;
}

export function readFlag(value: unknown, complain: Complain): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === "boolean") return value;
  complain("must be true or false.");
  return false;
}

export function readList(value: unknown, maximum: number, complain: Complain): readonly unknown[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) {
    complain("must be a list.");
    return [];
  }
  if (value.length > maximum) complain(`has more than ${maximum} entries.`);
  return value;
}

export function readObject(value: unknown, complain: Complain): JsonObject {
  if (value === null || value === undefined) return {};
  if (!isRecord(value)) {
    complain("must be an object.");
    return {};
  }
  const budget = { characters: limits.jsonCharacters };
  const read = copyObject(value, 1, budget, complain);
  if (budget.characters < 0) complain(`is larger than ${limits.jsonCharacters} characters.`);
  return read;
}

export function readJson(value: unknown, complain: Complain): Json {
  return copyJson(value, 1, { characters: limits.jsonCharacters }, complain);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Budget {
  characters: number;
}

function copyObject(
  value: Record<string, unknown>,
  depth: number,
  budget: Budget,
  complain: Complain,
): JsonObject {
  const copy: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    if (key === "__proto__") {
      complain("has an entry called __proto__, which is not allowed.");
      continue;
    }
    budget.characters -= key.length + 4;
    copy[readText(key, limits.textLength, complain)] = copyJson(item, depth, budget, complain);
  }
  return copy;
}

function copyJson(value: unknown, depth: number, budget: Budget, complain: Complain): Json {
  if (value === null || value === undefined || typeof value === "boolean") return value ?? null;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) complain("holds a number that JSON cannot write.");
    return Number.isFinite(value) ? value : null;
  }
  if (typeof value === "string") {
    budget.characters -= value.length + 2;
    return readText(value, limits.textLength, complain);
  }
  if (depth > limits.jsonDepth || budget.characters < 0) {
    if (depth > limits.jsonDepth) complain(`is nested deeper than ${limits.jsonDepth} levels.`);
    return null;
  }
  if (Array.isArray(value)) {
    budget.characters -= value.length;
    return value.map((item: unknown) => copyJson(item, depth + 1, budget, complain));
  }
  if (isRecord(value)) return copyObject(value, depth + 1, budget, complain);
  complain("holds something that is not JSON.");
  return null;
}
