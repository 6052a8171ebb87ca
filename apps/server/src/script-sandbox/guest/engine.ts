// One QuickJS in a WebAssembly module of its own with a bounded memory. QuickJS' own limit does not bound it.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import {
  newQuickJSWASMModule,
  newVariant,
  RELEASE_SYNC,
  type QuickJSContext,
  type QuickJSRuntime,
} from "quickjs-emscripten";

// Node has WebAssembly; its type package leaves it to the DOM.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  Memory: new (pages: { initial: number; maximum: number }) => object;
};

const pagesPerMb = 16;
const firstPages = 256;
const stackBytes = 256 * 1024;
/** Of the engine itself, its stack and its tables. */
const overheadMb = 4;
export const leastMemoryMb = 20;
export const mostMemoryMb = 256;

const wasmPath = createRequire(createRequire(import.meta.url).resolve("quickjs-emscripten")).resolve(
  "@jitl/quickjs-wasmfile-release-sync/wasm",
);
const compiled = readFile(wasmPath).then((bytes) => WebAssembly.compile(bytes));

export interface Engine {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
}

/** Never disposed: the whole module is dropped, so that not even a corrupted heap outlives its script. */
export async function createEngine(memoryMb: number, endsAt: number): Promise<Engine> {
  const mb = Math.min(mostMemoryMb, Math.max(leastMemoryMb, Math.floor(memoryMb)));
  const wasmModule = await compiled;
  const wasmMemory = new WebAssembly.Memory({ initial: firstPages, maximum: mb * pagesPerMb });
  const quickjs = await newQuickJSWASMModule(newVariant(RELEASE_SYNC, { wasmModule, wasmMemory }));
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit((mb - overheadMb) * 1024 * 1024);
  runtime.setMaxStackSize(stackBytes);
  runtime.setInterruptHandler(() => Date.now() > endsAt);
  return { runtime, context: runtime.newContext() };
}
