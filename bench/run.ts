// npm run bench NAME: runs bench/NAME.ts, prints its table and, as the last line, its figure
// beside its goal. Ends with 0 only when the goal holds. Without a name: what there is.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./measure.ts";
import { formatTable } from "./measure.ts";

const folder = import.meta.dirname;

function names(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .filter((file) => /^export const bench\b/m.test(readFileSync(join(folder, file), "utf8")))
    .map((file) => file.slice(0, -3))
    .toSorted();
}

async function load(name: string): Promise<Bench> {
  const module: { bench: Bench } = await import(`./${name}.ts`);
  return module.bench;
}

async function list(): Promise<void> {
  const rows = await Promise.all(names().map(async (name) => ({ name, goal: (await load(name)).goal })));
  console.log(rows.length === 0 ? "There are no benches yet." : formatTable(rows));
  console.log("Run one with: npm run bench NAME");
}

async function runOne(name: string): Promise<boolean> {
  if (!names().includes(name)) {
    console.error(`There is no bench called “${name}”. There are: ${names().join(", ")}.`);
    return false;
  }
  const bench = await load(name);
  const { table, figure, passed } = await bench.run();
  if (table.length > 0) console.log(`\n${formatTable(table)}\n`);
  console.log(`${bench.name}: ${figure} (goal ${bench.goal})`);
  return passed;
}

const [name] = process.argv.slice(2);
if (name === undefined) await list();
else process.exitCode = (await runOne(name)) ? 0 : 1;
