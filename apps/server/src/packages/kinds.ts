// What a package can do. A package names one of these under `parley` in its packageJson; what Parley ships and
// what tenants publish go the same way (decision 032).
import { fill } from "@parley/condition";
import { isObject } from "./json-schema.ts";

export const TRIGGER_KINDS = {
  "page-view": "browser",
  "time-on-page": "browser",
  "scroll-depth": "browser",
  click: "browser",
  "exit-intent": "browser",
  "custom-event": "browser",
  schedule: "server",
  webhook: "server",
  "conversation-started": "server",
  "conversation-ended": "server",
  "conversation-handed-off": "server",
  "conversation-message": "server",
} as const;

export const ACTION_KINDS = {
  "open-chat": "browser",
  "message-chat": "browser",
  "show-banner": "browser",
  "show-modal": "browser",
  "set-cookie": "browser",
  "set-variable": "server",
  "analytics-event": "server",
  "http-request": "server",
  "send-email": "server",
  "start-bot-flow": "server",
  "add-note": "server",
} as const;

export type TriggerKind = keyof typeof TRIGGER_KINDS;
export type ActionKind = keyof typeof ACTION_KINDS;

export function isTriggerKind(kind: unknown): kind is TriggerKind {
  return typeof kind === "string" && Object.hasOwn(TRIGGER_KINDS, kind);
}

export function isActionKind(kind: unknown): kind is ActionKind {
  return typeof kind === "string" && Object.hasOwn(ACTION_KINDS, kind);
}

interface Manifest {
  readonly trigger?: TriggerKind;
  readonly action?: ActionKind;
  /** The options of the kind, in which {{options.x}} stands for an option of the package. */
  readonly options?: Record<string, unknown>;
}

export function manifestOf(packageJson: unknown): Manifest {
  const parley = isObject(packageJson) && isObject(packageJson["parley"]) ? packageJson["parley"] : {};
  const { trigger, action, options } = parley;
  return {
    ...(isTriggerKind(trigger) && { trigger }),
    ...(isActionKind(action) && { action }),
    ...(isObject(options) && { options }),
  };
}

/** The options as the kind understands them. */
export function kindOptions(packageJson: unknown, options: unknown): Record<string, unknown> {
  const own = isObject(options) ? options : {};
  const { options: template } = manifestOf(packageJson);
  if (!template) return own;
  const filled = fill(template, { options: own }, "options.");
  return isObject(filled) ? filled : {};
}
