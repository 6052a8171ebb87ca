// This folder runs before anything is installed, on whatever Node the machine has:
// Node 20 features only, and no imports but Node's own.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The pinned Node that npm installs; everything but this folder runs on it. */
export const pinnedNode = join(root, "node_modules", ".bin", "node");
