// A disk of a few megabytes that can be filled to the last byte: a mount of its own, so that nothing else runs full.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface SmallDisk {
  readonly folder: string;
  free(): number;
  /** Leaves this many bytes. */
  fill(leaving?: number): void;
  makeRoom(): void;
  unmount(): void;
}

/** Undefined where this account may not mount anything. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | undefined {
  mkdirSync(folder, { recursive: true });
  const options = `size=${megabytes}m,mode=755`;
  if (spawnSync("mount", ["-t", "tmpfs", "-o", options, "none", folder]).status !== 0) return undefined;
  const ballast = join(folder, "ballast");
  const free = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    free,
    fill: (leaving = 0) => {
      rmSync(ballast, { force: true });
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, free() - leaving)));
      } catch (error) {
        // Others write as well, and were quicker: full is full.
        if (!String(error).includes("ENOSPC")) throw error;
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    unmount: () => void spawnSync("umount", ["-l", folder]),
  };
}

/** Said by a fault that could not be tried. */
export const cannotMount = {
  lost: 0,
  phantom: 0,
  double: 0,
  torn: 0,
  rounds: 0,
  recoveryMs: undefined,
  broken: [],
  notes: ["not run: mounting a small disk needs rights this account does not have"],
};
