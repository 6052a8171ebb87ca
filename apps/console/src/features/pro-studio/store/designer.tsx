// Hands the stores of one open flow to the parts of the designer.
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { ChatState, ChatStore } from "../chat/chat-store.ts";
import type { Outside } from "../outside.ts";
import type { SavingState, SavingStore } from "../saving/saving-store.ts";
import type { EditorState, EditorStore } from "./editor-store.ts";
import type { Point } from "./edits.ts";
import type { UiState, UiStore } from "./ui-store.ts";

/** What the canvas can be asked to do; without a canvas on screen nothing happens. */
export interface Camera {
  readonly fit: () => void;
  /** All of a small flow, the beginning of a large one. */
  readonly open: () => void;
  readonly zoomBy: (factor: number) => void;
  /** Brings the node into view. */
  readonly show: (id: string) => void;
  /** Brings the node into view unless all of it is there already. */
  readonly reveal: (id: string) => void;
  /** The middle of what is in view, or where the pointer is. */
  readonly pointer: () => Point;
  /** A place on the screen in the flow's coordinates. */
  readonly at: (clientX: number, clientY: number) => Point;
}

/** The canvas comes and goes, what asks for it stays. */
export interface CameraHolder {
  readonly current: Camera | null;
  /** Where the canvas looked when it was left; the next one begins there. */
  readonly leftAt: { readonly x: number; readonly y: number; readonly zoom: number } | null;
  readonly set: (camera: Camera) => void;
  readonly leave: (view: { readonly x: number; readonly y: number; readonly zoom: number }) => void;
}

export function createCameraHolder(): CameraHolder {
  let current: Camera | null = null;
  let leftAt: CameraHolder["leftAt"] = null;
  return {
    get leftAt() {
      return leftAt;
    },
    leave({ x, y, zoom }) {
      leftAt = { x, y, zoom };
      current = null;
    },
    get current() {
      return current;
    },
    set(camera) {
      current = camera;
    },
  };
}

export interface Designer {
  readonly editor: EditorStore;
  readonly ui: UiStore;
  readonly chat: ChatStore;
  readonly saving: SavingStore;
  readonly outside: Outside;
  /** Filled by the canvas while it is there. */
  readonly camera: CameraHolder;
  /** Selects the node, opens its panel and brings it into view. */
  readonly openNode: (id: string, field?: string) => void;
  /** Selects the node on the canvas, beside the panel that is open. */
  readonly showNode: (id: string) => void;
}

const DesignerContext = createContext<Designer | null>(null);
export const DesignerProvider = DesignerContext.Provider;

export function useDesigner(): Designer {
  const designer = useContext(DesignerContext);
  if (!designer) throw new Error("Use it inside the designer.");
  return designer;
}

export function useEditor<Value>(select: (state: EditorState) => Value): Value {
  return useStore(useDesigner().editor, select);
}

export function useUi<Value>(select: (state: UiState) => Value): Value {
  return useStore(useDesigner().ui, select);
}

export function useChat<Value>(select: (state: ChatState) => Value): Value {
  return useStore(useDesigner().chat, select);
}

export function useSaving<Value>(select: (state: SavingState) => Value): Value {
  return useStore(useDesigner().saving, select);
}
