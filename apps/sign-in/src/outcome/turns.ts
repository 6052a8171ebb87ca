// Counts automatic restarts and returns, so that two services that disagree about a session cannot send a
// browser in circles. Anything the person does themselves starts the count anew.
const KEY = "parley.turns";
const WINDOW_MS = 20_000;

type KeyValueStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export function recentTurns(store: KeyValueStore, now = Date.now()): number {
  return times(store, now).length;
}

export function countTurn(store: KeyValueStore, now = Date.now()): void {
  store.setItem(KEY, JSON.stringify([...times(store, now), now]));
}

export function forgetTurns(store: KeyValueStore): void {
  store.removeItem(KEY);
}

function times(store: KeyValueStore, now: number): number[] {
  try {
    const stored: unknown = JSON.parse(store.getItem(KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((time): time is number => typeof time === "number" && now - time < WINDOW_MS);
  } catch {
    return [];
  }
}
