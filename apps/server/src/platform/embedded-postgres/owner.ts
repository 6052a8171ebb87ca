// Which process answers for the database in a folder. Without it a second Parley on the same folder would
// take the server of the first for an orphan, and end it on its way out.
import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { othersProperty } from "./account.ts";

const run = promisify(execFile);

/** False when another process that is still running holds it. */
export async function claimOwnership(folder: string): Promise<boolean> {
  const file = join(folder, "owner");
  const mine = `${process.pid} ${await birthOf(process.pid)}`;
  for (;;) {
    try {
      await writeFile(file, mine, { flag: "wx" });
      return true;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST"))
        throw othersProperty(folder, error);
    }
    const holder = await readFile(file, "utf8").catch(() => "");
    const [pid = "", ...birth] = holder.split(" ");
    if (birth.length > 0 && birth.join(" ") === (await birthOf(Number(pid)))) return false;
    await rm(file, { force: true });
  }
}

export async function releaseOwnership(folder: string): Promise<void> {
  await rm(join(folder, "owner"), { force: true });
}

/** Process numbers are used again, most of all in containers; a number with its start time is not. */
async function birthOf(pid: number): Promise<string | undefined> {
  if (process.platform === "linux") {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
    return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  }
  return run("ps", ["-o", "lstart=", "-p", String(pid)]).then(
    (result) => result.stdout.trim(),
    () => undefined,
  );
}
