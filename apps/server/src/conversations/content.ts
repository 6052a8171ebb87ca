// What a message holds. Everything a visitor sends is checked here; everything a bot says is built here.
import type { Json, JsonObject, Output, VisitorEvent } from "@parley/flow";
import { z } from "zod";

export type Author = "visitor" | "bot" | "agent" | "system";

export type Content =
  | {
      type: "text";
      text: string;
      nodeId?: string;
      cssClassname?: string;
      delayMs?: number;
      effectId?: string;
      sources?: Json;
    }
  | { type: "asset"; assetType: string; content: JsonObject; nodeId: string; cssClassname: string }
  | { type: "quick-replies"; nodeId: string; choices: readonly { id: string; label: string }[] }
  | { type: "input"; nodeId: string; inputType: string; isRequired: boolean }
  | { type: "choice"; choiceId: string; nodeId?: string | undefined; label: string }
  | { type: "form"; nodeId?: string | undefined; values: JsonObject }
  | { type: "command"; command: string; arguments: JsonObject }
  | { type: "file"; fileId: string; name: string; mimeType: string; size: number }
  | { type: "notice"; code: string; text: string };

export interface NewMessage {
  readonly author: Author;
  readonly authorName?: string;
  readonly userId?: string | undefined;
  readonly content: Content;
  readonly clientMessageId?: string | undefined;
}

export interface Message {
  readonly sequence: number;
  readonly author: Author;
  readonly authorName: string;
  readonly content: Content;
  /** As the sender called it, so that they recognise their own. */
  readonly clientMessageId: string | null;
  readonly createdAt: string;
}

export const longestText = 4_000;
// PostgreSQL takes neither NUL nor half a character, and a message of nothing but spaces says nothing.
const cleaned = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => text.toWellFormed().replaceAll("\0", ""));
const nodeId = cleaned(100).optional();
const formValue = z.union([cleaned(longestText), z.number(), z.boolean(), z.null()]);

/** What a visitor may send. */
export const visitorContent = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("text"),
    text: cleaned(longestText).refine((text) => text.trim() !== ""),
  }),
  z.strictObject({ type: z.literal("choice"), choiceId: cleaned(100), nodeId, label: cleaned(200) }),
  z.strictObject({
    type: z.literal("form"),
    nodeId,
    values: z
      .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/), formValue)
      .refine((values) => Object.keys(values).length <= 50),
  }),
  z.strictObject({
    type: z.literal("command"),
    command: cleaned(64),
    arguments: z.record(z.string().max(64), formValue).default({}),
  }),
  z.strictObject({ type: z.literal("file"), fileId: z.uuid() }),
]);
export type VisitorContent = z.infer<typeof visitorContent>;

export const clientMessageId = z.string().regex(/^[\w-]{1,64}$/);

/** The flow's event for what a visitor sent; language understanding is added by the caller. */
export function visitorEvent(content: Content): VisitorEvent | undefined {
  switch (content.type) {
    case "text":
      return { type: "text", text: content.text };
    case "choice":
      return {
        type: "choice",
        choiceId: content.choiceId,
        ...(content.nodeId && { nodeId: content.nodeId }),
      };
    case "form":
      return { type: "form", values: content.values, ...(content.nodeId && { nodeId: content.nodeId }) };
    case "command":
      return { type: "command", command: content.command };
    case "file":
      return { type: "text", text: content.name };
    default:
      return undefined;
  }
}

export function botContent(output: Output): Content {
  switch (output.type) {
    case "text":
      return {
        type: "text",
        text: output.text,
        nodeId: output.nodeId,
        ...(output.cssClassname && { cssClassname: output.cssClassname }),
        ...(output.delayMs > 0 && { delayMs: output.delayMs }),
        ...(output.effectId && { effectId: output.effectId }),
        ...(output.sources && { sources: output.sources }),
      };
    case "richAsset": {
      const { assetType, content, nodeId: from, cssClassname } = output;
      return { type: "asset", assetType, content, nodeId: from, cssClassname };
    }
    case "quickReplies":
      return { type: "quick-replies", nodeId: output.nodeId, choices: output.choices };
    case "input":
      return {
        type: "input",
        nodeId: output.nodeId,
        inputType: output.inputType,
        isRequired: output.isRequired,
      };
  }
}

/** The words alone, for search, exports and language models. */
export function plainText(content: Content): string {
  switch (content.type) {
    case "text":
    case "notice":
      return content.text;
    case "choice":
      return content.label;
    case "form":
      return Object.entries(content.values)
        .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
        .join("\n");
    case "file":
      return content.name;
    case "asset":
      return wordsIn(content.content).join("\n");
    default:
      return "";
  }
}

const wordKeys: ReadonlySet<string> = new Set(["title", "text", "label", "alt", "imageAlt"]);

function wordsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => wordsIn(item));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]: [string, Json]) =>
    typeof inner === "string" ? (wordKeys.has(key) && inner !== "" ? [inner] : []) : wordsIn(inner),
  );
}
