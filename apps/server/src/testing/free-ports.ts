// Ports for servers that tests start. Below those that outgoing connections are given: a port must still be free
// when the server gets to it, or comes back to it after it was killed.
import { createServer } from "node:net";

const lowest = 20_000;
const howMany = 12_000;
const given = new Set<number>();

export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * howMany);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
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
