// Asks a worker for the layout: two thousand nodes take seconds, and nobody should wait with a frozen page.
import { trustedScript } from "../../../lib/trusted.ts";
// oxlint-disable-next-line import/default -- the build makes it: the address of the worker's own file
import workerUrl from "./auto-layout-worker.ts?worker&url";

export interface LayoutRequest {
  readonly nodes: readonly { readonly id: string; readonly width: number; readonly height: number }[];
  /** Those of one node in the order of its outputs. */
  readonly links: readonly { readonly from: string; readonly to: string }[];
}

export type LayoutPlace = { readonly id: string; readonly x: number; readonly y: number };

export function layOut(request: LayoutRequest): Promise<readonly LayoutPlace[]> {
  const worker = new Worker(trustedScript(workerUrl), { type: "module" });
  return new Promise<readonly LayoutPlace[]>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<readonly LayoutPlace[]>) => resolve(data));
    worker.addEventListener("error", (event) => reject(new Error(event.message)));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
