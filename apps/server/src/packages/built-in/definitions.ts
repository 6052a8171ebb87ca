// The packages Parley ships: data like any other package. A change here needs a higher version.
import type { ActionKind, TriggerKind } from "../kinds.ts";

export interface BuiltInPackage {
  readonly kind: TriggerKind | ActionKind;
  readonly type: "TRIGGER" | "ACTION";
  readonly version: string;
  readonly displayName: string;
  readonly description: string;
  readonly schema: Record<string, unknown>;
}

type Properties = Record<string, Record<string, unknown>>;

export function optionsSchema(
  properties: Properties,
  required: readonly string[] = [],
): Record<string, unknown> {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties,
    required: [...required],
    additionalProperties: false,
  };
}

export function text(title: string, description = "", most = 2_000): Record<string, unknown> {
  return { type: "string", title, ...(description !== "" && { description }), minLength: 1, maxLength: most };
}

/** Kept as an id; the editor offers the names. */
export function chosenFrom(kind: "bot" | "widget", title: string, description = ""): Record<string, unknown> {
  return { ...text(title, description, 100), "x-parley-choice": kind };
}

export function count(title: string, least: number, most: number, preset: number): Record<string, unknown> {
  return { type: "integer", title, minimum: least, maximum: most, default: preset };
}

export function choice(title: string, values: readonly string[], preset: string): Record<string, unknown> {
  return { type: "string", title, enum: [...values], default: preset };
}
