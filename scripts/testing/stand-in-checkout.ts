// A checkout in miniature for the tests of npm start and npm test: the real scripts of this repository
// around programs that only say that they ran.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

const scripts = join(import.meta.dirname, "..");

export type StandInCheckout = Awaited<ReturnType<typeof createStandInCheckout>>;

export async function createStandInCheckout(command: "start.mjs" | "test.mjs") {
  const root = await mkdtemp(join(tmpdir(), "parley-checkout-"));

  async function place(path: string, text: string, mode = 0o644): Promise<void> {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    await chmod(join(root, path), mode);
  }

  await cp(join(scripts, "bootstrap"), join(root, "scripts/bootstrap"), { recursive: true });
  await cp(join(scripts, command), join(root, "scripts", command));
  await place("package-lock.json", JSON.stringify({ packages: {} }));
  await place("apps/console/vite.config.ts", "export default {};");
  await place("apps/console/src/main.tsx", "1;");

  return {
    root,
    place,
    remove: () => rm(root, { recursive: true, force: true }),
    async linesOf(path: string): Promise<string[]> {
      const text = await readFile(join(root, path), "utf8").catch(() => "");
      return text.split("\n").filter((line) => line !== "");
    },
    /** `tools/` of the checkout is first on the path. */
    run(...parameters: readonly string[]) {
      const child = spawn(process.execPath, [join("scripts", command), ...parameters], {
        cwd: root,
        env: { ...process.env, PATH: `${join(root, "tools")}${delimiter}${process.env["PATH"]}` },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      const listen = (text: string) => (output += text);
      child.stdout.setEncoding("utf8").on("data", listen);
      child.stderr.setEncoding("utf8").on("data", listen);
      const ended = once(child, "close").then(() => ({ code: child.exitCode, output }));
      return { child, ended, outputSoFar: () => output };
    },
  };
}
