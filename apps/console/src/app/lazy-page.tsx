// A page that is fetched when its address is opened, together with the styles the first screen leaves out.
import { lazy } from "react";
import type { ComponentType } from "react";

export type Page = { Component: ComponentType; preload: () => Promise<unknown> };

type Options = {
  /** The first screen brings its own styles and must not wait for all of Mantine's. */
  isFirstScreen?: boolean;
};

export function lazyPage<Module extends Record<Name, ComponentType>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
  { isFirstScreen = false }: Options = {},
): Page {
  let loaded: Promise<{ default: ComponentType }> | undefined;
  const preload = () => {
    loaded ??= Promise.all([load(), isFirstScreen ? undefined : allStyles()]).then(
      ([module]) => ({ default: module[name] }),
      (reason: unknown) => {
        // A failed download (a new release, a lost connection) may work the next time.
        loaded = undefined;
        throw reason;
      },
    );
    return loaded;
  };
  return { Component: lazy(preload), preload };
}

const allStyles = () => import("@parley/ui/all-components.css");

/** For dialogs, which may be opened on the first screen. */
export const withStyles = <Module,>(load: () => Promise<Module>) =>
  Promise.all([load(), allStyles()]).then(([module]) => module);
