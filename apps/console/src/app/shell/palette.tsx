// The command palette, whose code comes after the first screen, and the keys pressed before it is there.
import { lazy, Suspense, useEffect, useState } from "react";
import { withStyles } from "../lazy-page.tsx";
import { useEarlyKeys } from "./early-keys.ts";

const load = () => withStyles(() => import("./command-palette.tsx"));
const CommandPalette = lazy(() => load().then((module) => ({ default: module.CommandPalette })));

export function Palette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState("");
  const [isFocused, setIsFocused] = useState(false);
  useEarlyKeys({ isWaiting: !isFocused, onType: setQuery, onEscape: onClose });
  return (
    <Suspense>
      <CommandPalette query={query} onQuery={setQuery} onFocus={() => setIsFocused(true)} onClose={onClose} />
    </Suspense>
  );
}

/** Fetched once the page has nothing else to do, so that Ctrl-K rarely waits. */
export function usePaletteWhenIdle(): void {
  useEffect(() => {
    // Opening the palette fetches it again; until then nobody needs to hear of a failure.
    const fetchIt = () => void load().catch(() => undefined);
    if (!("requestIdleCallback" in globalThis)) {
      const timer = setTimeout(fetchIt, 2_000);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(fetchIt, { timeout: 5_000 });
    return () => cancelIdleCallback(request);
  }, []);
}
