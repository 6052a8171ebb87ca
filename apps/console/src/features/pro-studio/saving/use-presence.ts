// Tells the others which nodes one has selected, and that one is still there.
import { useEffect } from "react";
import type { EditorStore } from "../store/editor-store.ts";
import type { FlowApi } from "./flow-api-types.ts";

const aliveMs = 15_000;
const settleMs = 400;

export function usePresence(api: FlowApi, editor: EditorStore): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Being seen is a courtesy: when it fails, the flow itself says that the server cannot be reached.
    const tell = () => void api.tellPresence([...editor.getState().selection]).catch(() => undefined);
    const alive = setInterval(tell, aliveMs);
    const stop = editor.subscribe((state, before) => {
      if (state.selection === before.selection) return;
      clearTimeout(timer);
      timer = setTimeout(tell, settleMs);
    });
    tell();
    return () => {
      stop();
      clearInterval(alive);
      clearTimeout(timer);
    };
  }, [api, editor]);
}
