/** Where a key moves the active row; undefined when the key does not move it. */
export function nextIndex(key: string, index: number, count: number, pageRows: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case "ArrowDown":
    case "j":
      return Math.min(index + 1, last);
    case "ArrowUp":
    case "k":
      return Math.max(index - 1, 0);
    case "PageDown":
      return Math.min(index + pageRows, last);
    case "PageUp":
      return Math.max(index - pageRows, 0);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}
