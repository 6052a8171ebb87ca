// The faults there are, one file each, in the order of their numbers.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "../harness/fault.ts";

export async function allFaults(): Promise<Fault[]> {
  const files = readdirSync(import.meta.dirname).filter((name) => /^r\d\d-.*\.ts$/.test(name));
  return Promise.all(
    files.toSorted().map(async (name) => {
      const module: { fault: Fault } = await import(join(import.meta.dirname, name));
      return module.fault;
    }),
  );
}
