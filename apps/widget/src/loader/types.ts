import type { Condition } from "@parley/condition/types";
import type { Chat } from "./chat.ts";
import type { Reporter } from "./report.ts";

export interface PageTrigger {
  readonly id: string;
  readonly kind: string;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface PageAction {
  readonly id: string;
  readonly kind: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly isServer?: true;
}

export interface PageApplet {
  readonly id: string;
  readonly version: number;
  readonly triggers: readonly PageTrigger[];
  readonly condition: Condition;
  readonly actions: readonly PageAction[];
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface PageAnswer {
  readonly environment: string | null;
  readonly applets: readonly PageApplet[];
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface Loader {
  readonly server: string;
  readonly chat: Chat;
  readonly report: Reporter;
}

interface ParleyOnPage {
  readonly isLoaded?: true;
  /** Calls made before the loader was there: ["event", "cart", {total: 12}]. */
  readonly q?: readonly (readonly [string, ...unknown[]])[];
  open(): void;
  message(text: string): void;
  event(name: string, data?: unknown): void;
}

declare global {
  interface Window {
    Parley?: ParleyOnPage;
  }
}
