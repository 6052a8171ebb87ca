// The page with every component, built and served as the console is: under a policy without inline styles.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "../..");
const folder = join(root, ".tmp/showcase");
const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};
const policy =
  "default-src 'self'; img-src 'self' data:; style-src-attr 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

export async function startShowcase(): Promise<{ url: string; stop(): Promise<void> }> {
  const before = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = "production";
  await build({ configFile: join(root, "packages/ui/showcase/vite.config.ts"), logLevel: "error" });
  process.env["NODE_ENV"] = before;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://showcase").pathname;
    const name = path === "/" ? "index.html" : path;
    readFile(join(folder, name)).then(
      (content) =>
        response
          .writeHead(200, {
            "content-type": types[extname(name)] ?? "text/plain",
            "content-security-policy": policy,
          })
          .end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
