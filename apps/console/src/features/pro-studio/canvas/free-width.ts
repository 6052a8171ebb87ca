// Narrow windows have the panel on top of the canvas: what it covers is no place for a node.

/** How much of the canvas no panel covers; 0 where the panel has the window to itself. */
export function freeWidth(): number {
  const main = document.querySelector("[data-region='main']")?.getBoundingClientRect();
  const side = document.querySelector("[data-region='side']")?.getBoundingClientRect();
  if (!main) return 0;
  return side ? Math.min(main.width, Math.max(0, side.left - main.left)) : main.width;
}
