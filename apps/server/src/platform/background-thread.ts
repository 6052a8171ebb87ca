import { setPriority } from "node:os";

/**
 * Called in a thread that nobody waits for at a screen: people who chat and read come first. Only Linux gives one thread
 * a priority of its own; elsewhere it would be that of the whole server.
 */
export function letOthersGoFirst(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(10);
  } catch {
    // Not allowed everywhere, and only a courtesy.
  }
}
