import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Leaves the file's time stamp alone when nothing changed, so that watchers and caches stay quiet. */
export async function writeIfChanged(path: string, content: string): Promise<void> {
  const current = await readFile(path, "utf8").catch(() => undefined);
  if (current === content) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
