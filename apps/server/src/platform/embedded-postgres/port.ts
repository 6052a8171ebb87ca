import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

/** The port of the last start if it is still free, so that tools pointed at the database keep working. */
export async function choosePort(folder: string, wanted: number): Promise<number> {
  if (wanted !== 0) {
    if (await isFree(wanted)) return wanted;
    throw new Error(
      `Port ${wanted} is taken by another program. Set EMBEDDED_POSTGRES_PORT to another one, or to 0 for any.`,
    );
  }
  const file = join(folder, "port");
  const saved = Number(await readFile(file, "utf8").catch(() => "0"));
  if (Number.isInteger(saved) && saved > 0 && saved < 65_536 && (await isFree(saved))) return saved;
  const port = await anyFreePort();
  await writeFile(file, String(port));
  return port;
}

async function isFree(port: number): Promise<boolean> {
  return listen(port).then(
    () => true,
    () => false,
  );
}

function anyFreePort(): Promise<number> {
  return listen(0);
}

function listen(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}
