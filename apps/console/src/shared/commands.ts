// What the command palette and the keyboard can do. The shell registers "go to" for every screen in the
// navigation; a feature registers its own actions while its page is open.
import { useEffect, useSyncExternalStore } from "react";

export type Command = {
  id: string;
  label: string;
  /** Heading in the palette: "Go to", "Projects", "Actions". */
  group: string;
  /** Other words people may type. */
  keywords?: string;
  /** Shown on the right, such as the organisation's name. */
  detail?: string;
  /** Keys pressed one after the other: ["g", "p"]; shown in the palette and on the shortcut sheet. */
  keys?: readonly string[];
  run: () => void;
};

let registered: ReadonlyMap<object, readonly Command[]> = new Map();
let flat: readonly Command[] = [];
const listeners = new Set<() => void>();

/** The commands exist while the component is mounted. Keep the array stable with useMemo. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    const owner = {};
    change(new Map(registered).set(owner, commands));
    return () => {
      const rest = new Map(registered);
      rest.delete(owner);
      change(rest);
    };
  }, [commands]);
}

export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(subscribe, allCommands);
}

export const allCommands = (): readonly Command[] => flat;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: ReadonlyMap<object, readonly Command[]>): void {
  registered = next;
  flat = [...next.values()].flat();
  for (const listener of listeners) listener();
}
