// Whose sign-in this is, once an address has told: its name and logo stand at the top of every screen after that.
import { useSyncExternalStore } from "react";

export type Organisation = { name: string; logoUrl: string | undefined };

let current: Organisation | undefined;
const listeners = new Set<() => void>();

export function showOrganisation(organisation: Organisation | undefined): void {
  current = organisation;
  for (const listener of listeners) listener();
}

export function useOrganisation(): Organisation | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
