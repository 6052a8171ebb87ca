// Ports for servers that tests start. Below those that outgoing connections are given: a port must still be free
// when the server gets to it, or comes back to it after it was killed. Several test processes choose at once, so each
// leaves a note of what it took.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "#platform/embedded-postgres/postmaster.ts";

const lowest = 20_000;
const howMany = 12_000;
const notes = join(tmpdir(), "parley-test-ports");
const given = new Set<number>();

export async function freePort(): Promise<number> {
  if (given.size === 0) process.once("exit", giveBack);
  for (;;) {
    const port = lowest + Math.floor(Math.random() * howMany);
    if (given.has(port) || !takeNote(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

/** False when another living process has it. */
function takeNote(port: number): boolean {
  const note = join(notes, String(port));
  try {
    mkdirSync(notes, { recursive: true });
    writeFileSync(note, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (isHeld(note)) return false;
    // Of a process that was killed. Whoever removes it may be one of two: the next round decides.
    rmSync(note, { force: true });
    return false;
  }
}

function isHeld(note: string): boolean {
  try {
    return isAlive(Number(readFileSync(note, "utf8")));
  } catch {
    return false;
  }
}

function giveBack(): void {
  for (const port of given) rmSync(join(notes, String(port)), { force: true });
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    probe.once("error", () => resolve(false));
    probe.listen(port, "localhost", () => resolve(true));
  });
  if (isListening) await new Promise((resolve) => probe.close(resolve));
  return isListening;
}
