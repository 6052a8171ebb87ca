import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileEngine } from "./files.ts";

/** `<root>/ab/abcdef…`: two characters keep folders small. */
export function createFileEngine(root: string): FileEngine {
  const pathOf = (publicId: string) => join(root, publicId.slice(0, 2), publicId);
  return {
    publish: async (path, { publicId }) => {
      const target = pathOf(publicId);
      await mkdir(dirname(target), { recursive: true });
      await rename(path, target);
      // A rename is durable once its folder is on the disk.
      await syncFolder(dirname(target));
    },
    read: async (publicId) => {
      try {
        // Opened before it is answered: a missing file is an error here, not in the middle of an answer.
        return (await open(pathOf(publicId), "r")).createReadStream();
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    remove: (publicId) => rm(pathOf(publicId), { force: true }),
    list: async function* () {
      for (const shard of (await readdir(root)).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
        for (const publicId of await readdir(join(root, shard))) {
          const found = await stat(join(root, shard, publicId)).catch(() => undefined);
          if (found !== undefined) yield { publicId, modifiedAt: found.mtime };
        }
      }
    },
  };
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
