import { notify } from "@parley/ui/notifications";

/** Does it, and says so when it was refused. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    notify({ tone: "bad", message: error instanceof Error ? error.message : String(error) });
    return false;
  }
}
