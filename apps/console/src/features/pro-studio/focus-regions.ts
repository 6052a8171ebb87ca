// F6 goes from the flow to the panel beside it and back, so that nobody tabs through the bars to get there.
import type { UiStore } from "./store/ui-store.ts";

const mainPart = "[data-region='main']";
const sidePart = "[data-region='side']";
const focusable =
  "input:not([type='hidden']):not(:disabled), textarea, select, button:not(:disabled), a[href], [tabindex='0']";

export function goToOtherRegion(ui: UiStore): void {
  const isInMain = document.activeElement?.closest(mainPart) !== null && document.activeElement !== null;
  if (!isInMain) return focusMain();
  if (ui.getState().side === null) ui.getState().set({ side: "node" });
  // The panel is there one frame later.
  requestAnimationFrame(focusSide);
}

export function focusMain(): void {
  const main = document.querySelector<HTMLElement>(mainPart);
  const wanted = [
    "[role='treeitem'][tabindex='0']",
    ".react-flow__node.selected",
    ".react-flow__node",
    "[role='tree']",
    ".react-flow",
  ];
  for (const selector of wanted) {
    const found = main?.querySelector<HTMLElement>(selector);
    if (!found) continue;
    if (found.tabIndex < 0) found.tabIndex = -1;
    found.focus();
    return;
  }
}

/** As soon as the canvas has it: keys are for the node that is selected, not for the one before. */
export function focusNode(id: string, triesLeft = 30): void {
  if (document.activeElement?.matches("input, textarea, select, [contenteditable]")) return;
  const found = document.querySelector<HTMLElement>(
    `${mainPart} .react-flow__node[data-id="${CSS.escape(id)}"]`,
  );
  if (found) found.focus({ preventScroll: true });
  else if (triesLeft > 0) requestAnimationFrame(() => focusNode(id, triesLeft - 1));
}

function focusSide(): void {
  const body = document.querySelector<HTMLElement>(`${sidePart} [data-region-body]`);
  const first = body?.querySelector<HTMLElement>(
    "[data-field]:is(input, textarea, select), [data-field] input",
  );
  (first ?? body?.querySelector<HTMLElement>(focusable))?.focus();
}
