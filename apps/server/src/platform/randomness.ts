// Asking the system for randomness takes longer than most of what it is for: it is asked for much at once.
import { randomFillSync } from "node:crypto";

const pool = Buffer.alloc(4_096);
let used = pool.length;

/** For tokens and the like, of at most a few dozen bytes. What was handed out is nowhere else. */
export function randomness(size: number): Buffer {
  if (used + size > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Buffer.from(pool.subarray(used, used + size));
  pool.fill(0, used, used + size);
  used += size;
  return bytes;
}
