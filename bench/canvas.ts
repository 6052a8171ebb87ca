// What one step of a pan, a zoom and a drag costs the page's main thread, beside stock React Flow with the same
// nodes and connections in the same browser. Thread CPU time from the browser itself, so a busy machine does not count.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { Browser, CDPSession, Page } from "playwright-core";
import { build } from "vite";
import { launchBrowser } from "../e2e/testing/browser.ts";
import type { Bench, BenchResult, Row } from "./measure.ts";

const sizes = [500, 2_000, 5_000];
const zooms = { near: 0.8, far: 0.15 };
/** Stock has no more than fits into its time: drawn without graphics hardware, one of its frames can take seconds. */
const steps = { parley: 32, stock: 4 };
const longestMs = { parley: 30_000, stock: 4_000 };
const mostMs = 16;
const leastTimesCheaper = 10;
const longestOpenMs = 1_500;

type Contestant = keyof typeof steps;
type Gesture = "pan" | "zoom" | "drag";
type Costs = Record<Gesture, number> & { open: number };

export const bench: Bench = {
  name: "canvas",
  goal: `at 5,000 nodes at least ${leastTimesCheaper} times less than stock React Flow and at most ${mostMs} ms of main thread per step, near and far; opened with at most ${longestOpenMs} ms of it`,
  run,
};

async function run(): Promise<BenchResult> {
  await build({ configFile: join(import.meta.dirname, "canvas/vite.config.ts") });
  const site = await serve(join(import.meta.dirname, "../.tmp/canvas-bench"));
  const browser = await launchBrowser({ withGraphics: true });
  const table: Row[] = [];
  const worst = { ms: 0, times: Infinity, open: 0 };
  try {
    for (const nodes of sizes) {
      for (const [distance, zoom] of Object.entries(zooms)) {
        const parley = await measure(browser, site.url, "parley", nodes, zoom);
        tell(table, row("Parley", nodes, distance, parley));
        const stock = await measure(browser, site.url, "stock", nodes, zoom);
        tell(table, row("stock", nodes, distance, stock));
        if (nodes !== 5_000) continue;
        for (const gesture of ["pan", "zoom", "drag"] as const) {
          worst.ms = Math.max(worst.ms, parley[gesture]);
          worst.times = Math.min(worst.times, stock[gesture] / parley[gesture]);
        }
        worst.open = Math.max(worst.open, parley.open);
      }
    }
  } finally {
    await browser.close();
    site.stop();
  }
  return {
    table,
    figure: `at most ${worst.ms.toFixed(1)} ms per step, at least ${worst.times.toFixed(1)} times less than stock, open in ${Math.round(worst.open)} ms`,
    passed: worst.ms <= mostMs && worst.times >= leastTimesCheaper && worst.open <= longestOpenMs,
  };
}

/** It takes minutes: what is measured is told at once. */
function tell(table: Row[], measured: Row): void {
  table.push(measured);
  console.error(Object.values(measured).join(", "));
}

function row(who: string, nodes: number, view: string, costs: Costs): Row {
  return {
    nodes: nodes.toLocaleString("en"),
    view,
    who,
    "pan ms": costs.pan.toFixed(1),
    "zoom ms": costs.zoom.toFixed(1),
    "drag ms": costs.drag.toFixed(1),
    "open ms": Math.round(costs.open),
  };
}

async function measure(
  browser: Browser,
  url: string,
  which: Contestant,
  nodes: number,
  zoom: number,
): Promise<Costs> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  // A first page of the same site, so that the second stays in the process that is being measured.
  await page.goto(`${url}?which=stock&nodes=2&zoom=1`);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await taskSeconds(cdp);
  await page.goto(`${url}?which=${which}&nodes=${nodes}&zoom=${zoom}`);
  await page.waitForFunction("globalThis.isOpen === true");
  const open = ((await taskSeconds(cdp)) - before) * 1_000;
  const limits = { steps: steps[which], ms: longestMs[which] };
  const idle = await settled(cdp, page, limits);
  const cost = async (perform: (step: number) => Promise<void>) =>
    Math.max(0.01, (await perStep(cdp, page, limits, perform)) - idle);
  const gap = await pointAt(page, nodes, 284, 168);
  await page.mouse.move(gap.x, gap.y);
  // The middle button pans wherever it is pressed; among thousands of connections the left one hits one of them.
  await page.mouse.down({ button: "middle" });
  const pan = await cost((i) => page.mouse.move(gap.x + there(i) * 9, gap.y + there(i) * 5));
  await page.mouse.up({ button: "middle" });
  await page.mouse.move(900, 500);
  const zoomed = await cost((i) => page.mouse.wheel(0, i % 2 === 0 ? 24 : -24));
  const node = await pointAt(page, nodes, 100, 16);
  await page.mouse.move(node.x, node.y);
  await page.mouse.down();
  await page.mouse.move(node.x + 4, node.y + 4);
  const drag = await cost((i) => page.mouse.move(node.x + 4 + there(i) * 6, node.y + 4 + there(i) * 3));
  await page.mouse.up();
  await context.close();
  return { pan, zoom: zoomed, drag, open };
}

const longestSettlingMs = 15_000;

interface Limits {
  readonly steps: number;
  readonly ms: number;
}

/**
 * What a step costs in which nothing happens, once that no longer falls: a page that still lays thousands of nodes
 * out would be given the cost of its opening as its rest, and its gestures would seem to cost nothing.
 */
async function settled(cdp: CDPSession, page: Page, limits: Limits): Promise<number> {
  const until = performance.now() + longestSettlingMs;
  const rest = () => perStep(cdp, page, limits, async () => undefined);
  let last = await rest();
  for (let flat = 0; flat < 3 && performance.now() < until;) {
    await page.waitForTimeout(300);
    const now = await rest();
    flat = Math.abs(now - last) <= Math.max(0.5, last * 0.1) ? flat + 1 : 0;
    last = now;
  }
  return last;
}

/** Out and back again: what is in view afterwards is what was in view before. */
function there(step: number): number {
  return 8 - Math.abs(8 - (step % 16));
}

/** Milliseconds of main-thread CPU per step, each step in a frame of its own; at least one, however long it takes. */
async function perStep(
  cdp: CDPSession,
  page: Page,
  { steps: most, ms }: Limits,
  perform: (step: number) => Promise<void>,
): Promise<number> {
  const until = performance.now() + ms;
  const before = await taskSeconds(cdp);
  let done = 0;
  while (done < most && (done === 0 || performance.now() < until)) {
    await perform(++done);
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))");
  }
  return ((await taskSeconds(cdp)) - before) * (1_000 / done);
}

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find((metric) => metric.name === "TaskDuration")?.value ?? 0;
}

/** Where a place relative to a node's cell in the generated grid is on the screen, well inside the view. */
async function pointAt(page: Page, nodes: number, dx: number, dy: number): Promise<{ x: number; y: number }> {
  const found: unknown = await page.evaluate(`(() => {
    const viewport = document.querySelector(".react-flow__viewport");
    const frame = document.querySelector(".react-flow").getBoundingClientRect();
    const [, x, y, zoom] = /translate\\(([-\\d.]+)px, ?([-\\d.]+)px\\) scale\\(([\\d.]+)\\)/.exec(viewport.style.transform).map(Number);
    const middle = Math.floor(${nodes} / 80) * 40 + 20;
    for (let near = 0; near < 400; near++) {
      const index = middle + (near % 2 === 0 ? near / 2 : -(near + 1) / 2);
      const place = {
        x: frame.left + x + ((index % 40) * 320 + ${dx}) * zoom,
        y: frame.top + y + (Math.floor(index / 40) * 180 + ${dy}) * zoom,
      };
      if (place.x > frame.left + 200 && place.x < frame.right - 420 && place.y > frame.top + 80 && place.y < frame.bottom - 200) return place;
    }
    throw new Error("No node is in view.");
  })()`);
  if (typeof found !== "object" || found === null || !("x" in found) || !("y" in found))
    throw new Error("The page gave no place.");
  return { x: Number(found.x), y: Number(found.y) };
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};

async function serve(folder: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://bench").pathname;
    const name = path === "/" ? "index.html" : path;
    readFile(join(folder, name)).then(
      (content) =>
        response.writeHead(200, { "content-type": types[extname(name)] ?? "text/plain" }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address() as AddressInfo;
  return { url: `http://localhost:${address.port}/`, stop: () => server.close() };
}
