// Keys of the designer. Text fields keep theirs, undo included; what needs no modifier is also in the
// command palette and on the sheet of shortcuts.
import { nodeById } from "@parley/flow";
import { notify } from "@parley/ui/notifications";
import { useEffect } from "react";
import { useDesignerCommands } from "./designer-commands.ts";
import { focusNode, goToOtherRegion } from "./focus-regions.ts";
import { toggleGroup } from "./store/arrange.ts";
import { copiedText, duplicate, paste } from "./store/clipboard.ts";
import { useDesigner } from "./store/designer.tsx";
import type { Designer } from "./store/designer.tsx";
import { moveBy, removeSelected } from "./store/edits.ts";
import { sceneOf, withMembers } from "./scene/scene.ts";

export function useDesignerShortcuts(goToNextProblem: () => void): void {
  const designer = useDesigner();
  useDesignerCommands(designer, goToNextProblem);
  useEffect(() => {
    const wayOut: Readonly<Record<string, () => void>> = {
      F6: () => goToOtherRegion(designer.ui),
      F8: goToNextProblem,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      // Elsewhere these two are commands of the page; from inside a field they must lead out of it.
      const leadsOut = isAbove(event.target) || !isElsewhere(event.target) ? undefined : wayOut[event.key];
      if (leadsOut) {
        event.preventDefault();
        leadsOut();
        return;
      }
      if (isElsewhere(event.target)) return;
      const isDone = event.ctrlKey || event.metaKey ? withModifier(designer, event) : alone(designer, event);
      if (isDone) event.preventDefault();
    };
    const onCopy = (event: ClipboardEvent) => {
      if (isElsewhere(event.target) || hasTextSelected()) return;
      const text = copiedText(designer.editor);
      if (text === null) return;
      event.preventDefault();
      event.clipboardData?.setData("text/plain", text);
      if (event.type === "cut") removeSelected(designer.editor);
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isElsewhere(event.target)) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text.trim() === "") return;
      event.preventDefault();
      pasteInto(designer, text);
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("copy", onCopy);
    document.addEventListener("cut", onCopy);
    document.addEventListener("paste", onPaste);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("copy", onCopy);
      document.removeEventListener("cut", onCopy);
      document.removeEventListener("paste", onPaste);
    };
  }, [designer, goToNextProblem]);
}

function pasteInto({ editor, ui, camera }: Designer, text: string): void {
  const at = ui.getState().view === "canvas" ? (camera.current?.pointer() ?? null) : null;
  const pasted = paste(editor, text, at);
  const { say } = editor.getState();
  const reason = pasted.ok ? null : (pasted.errors[0]?.message ?? "");
  if (reason !== null) notify({ tone: "bad", message: say("news.notPasted", { reason }).trim() });
}

function withModifier(designer: Designer, event: KeyboardEvent): boolean {
  const { editor, ui } = designer;
  const { undo, redo, select, flow } = editor.getState();
  switch (event.key.toLowerCase()) {
    case "z":
      if (event.shiftKey) redo();
      else undo();
      return true;
    case "y":
      redo();
      return true;
    case "a":
      select(flow.nodes.map((node) => node.id));
      return true;
    case "d":
      duplicate(editor);
      return true;
    case "g":
      toggleGroup(editor);
      return true;
    case "f":
      ui.getState().set({ isFinding: true });
      return true;
    default:
      return false;
  }
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-8, 0],
  ArrowRight: [8, 0],
  ArrowUp: [0, -8],
  ArrowDown: [0, 8],
};

function alone(designer: Designer, event: KeyboardEvent): boolean {
  const { editor, ui, camera } = designer;
  const isCanvas = ui.getState().view === "canvas";
  const { selection, selectedLink, select, flow } = editor.getState();
  const arrow = arrows[event.key];
  if (arrow && isCanvas && selection.size > 0) {
    if (event.altKey) return walk(designer, event.key);
    const factor = event.shiftKey ? 8 : 1;
    moveBy(editor, withMembers(sceneOf(flow), selection), arrow[0] * factor, arrow[1] * factor);
    return true;
  }
  switch (event.key) {
    case "Delete":
    case "Backspace":
      if (selection.size === 0 && !selectedLink) return false;
      removeSelected(editor);
      return true;
    case "Escape":
      if (selection.size === 0 && !selectedLink) return false;
      select([]);
      return true;
    case "Enter":
    case " ":
      return isCanvas && openFocused(designer);
    case "+":
      camera.current?.zoomBy(1.25);
      return isCanvas;
    case "-":
      camera.current?.zoomBy(0.8);
      return isCanvas;
    case "0":
      camera.current?.fit();
      return isCanvas;
    default:
      return false;
  }
}

/** Enter on a focused node opens it. */
function openFocused({ editor, openNode }: Designer): boolean {
  const id = document.activeElement?.closest(".react-flow__node")?.getAttribute("data-id");
  if (id === undefined || id === null || !nodeById(editor.getState().flow, id)) return false;
  openNode(id);
  return true;
}

/** Alt and an arrow follow the connections: on with right, back with left, to the siblings with up and down. */
function walk({ editor, camera }: Designer, key: string): boolean {
  const { flow, selection, select } = editor.getState();
  const [id] = selection;
  const node = id === undefined ? undefined : nodeById(flow, id);
  if (!node) return false;
  const before = flow.nodes.find((other) => other.nextNodes.some((link) => link.target === node.id));
  const siblings = before?.nextNodes.map((link) => link.target) ?? [];
  const place = siblings.indexOf(node.id);
  const next =
    key === "ArrowRight"
      ? node.nextNodes[0]?.target
      : key === "ArrowLeft"
        ? before?.id
        : siblings[place + (key === "ArrowDown" ? 1 : -1)];
  if (next === undefined) return true;
  select([next]);
  camera.current?.show(next);
  focusNode(next);
  return true;
}

const typing = "input, textarea, select, [contenteditable], [role='textbox']";
const above = "[role='dialog'], [role='menu'], [role='listbox']";

function isElsewhere(target: EventTarget | null): boolean {
  return isAbove(target) || (target instanceof Element && target.matches(typing));
}

function isAbove(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(above) !== null;
}

function hasTextSelected(): boolean {
  return (getSelection()?.toString() ?? "") !== "";
}
