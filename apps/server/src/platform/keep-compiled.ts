// What V8 compiled is kept for the next start, which then takes two thirds of the time (decision 238).
import { access, constants, mkdir, stat } from "node:fs/promises";
import { enableCompileCache } from "node:module";

/**
 * Whoever can write to this folder decides what we run. So it is used only where nobody else can, and where we could
 * change our own code anyway: not in an image or under a service manager that took care that we cannot.
 */
export async function keepCompiled(folder: string): Promise<void> {
  const canChangeCode = await access(import.meta.dirname, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!canChangeCode) return;
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  const found = await stat(folder).catch(() => undefined);
  if (found?.uid !== process.getuid?.() || ((found?.mode ?? 0) & 0o022) !== 0) return;
  enableCompileCache(folder);
}
