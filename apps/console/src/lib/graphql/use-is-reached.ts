import { useSyncExternalStore } from "react";
import { reach } from "./client.ts";

export function useIsReached(): boolean {
  return useSyncExternalStore(reach.subscribe, reach.isReached);
}
