// Stands before the router when the browser goes back or forward. Listeners of the window run in the order they
// were added, so this one is added before the router is there.

interface Guard {
  readonly question: string;
  /** Where in the history the unsaved work is. */
  readonly stayAt: number;
}

const guards = new Set<Guard>();
let isReturning = false;

export function installLeaveGuard(): void {
  window.addEventListener("popstate", (event) => {
    // On the way back to where the work is: the router has not heard of the way there either.
    if (isReturning) {
      isReturning = false;
      event.stopImmediatePropagation();
      return;
    }
    const [guard] = guards;
    if (!guard) return;
    const moved = positionInHistory() - guard.stayAt;
    if (moved === 0 || window.confirm(guard.question)) return;
    event.stopImmediatePropagation();
    isReturning = true;
    window.history.go(-moved);
  });
}

/** Asks before the browser's back and forward leave this place; answers how to stop asking. */
export function guardPlace(question: string): () => void {
  const guard = { question, stayAt: positionInHistory() };
  guards.add(guard);
  return () => guards.delete(guard);
}

/** The router numbers its entries. */
function positionInHistory(): number {
  const state: { idx?: unknown } = Object(window.history.state);
  return typeof state.idx === "number" ? state.idx : 0;
}
