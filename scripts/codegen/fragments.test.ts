// A page opened by its address has only the modules it imports: the fragments it spreads must be among them.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../apps/console/src");
const sources = new Map(
  globSync("**/*.{ts,tsx}", { cwd: root })
    .filter((path) => !path.startsWith("generated") && !path.includes(".test."))
    .map((path) => [join(root, path), readFileSync(join(root, path), "utf8")]),
);

function documentsIn(text: string): string {
  return [...text.matchAll(/graphql\(`([^`]*)`\)/g)].map((found) => found[1]).join("\n");
}

function importedBy(path: string): string[] {
  const statements = (sources.get(path) ?? "").matchAll(
    /^(?:import|export)\s+(?!type\b)[^;]*?from "(\.[^"]+)"|^import "(\.[^"]+)"/gm,
  );
  return [...statements].map((found) => resolve(dirname(path), found[1] ?? found[2] ?? ""));
}

function withImports(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const other of importedBy(path)) withImports(other, seen);
  return seen;
}

test("every module imports the fragments its documents spread", () => {
  const homes = new Map<string, string>();
  for (const [path, text] of sources)
    for (const found of documentsIn(text).matchAll(/fragment (\w+) on/g)) homes.set(found[1] ?? "", path);
  const missing: string[] = [];
  for (const [path, text] of sources) {
    const spread = [...documentsIn(text).matchAll(/\.\.\.(\w+)/g)].map((found) => found[1] ?? "");
    const known = spread.length === 0 ? new Set<string>() : withImports(path);
    for (const name of spread)
      if (name !== "on" && !known.has(homes.get(name) ?? ""))
        missing.push(`${path.slice(root.length + 1)} spreads ${name}`);
  }
  expect(homes.size).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});
