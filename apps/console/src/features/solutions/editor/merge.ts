// Two people in one version: what the other changed is taken over where this editor changed nothing, and asked
// about where both did.
import { differs, type ValueName, valueNames, type VersionValues } from "./version-values.ts";

export type Clash = { name: ValueName; mine: unknown; theirs: unknown };

export function mergeRemote(
  base: VersionValues,
  mine: VersionValues,
  theirs: VersionValues,
): { merged: VersionValues; taken: ValueName[]; clashes: Clash[] } {
  const taken: ValueName[] = [];
  const clashes: Clash[] = [];
  let merged = mine;
  for (const name of valueNames) {
    if (!differs(base, theirs, name) || !differs(mine, theirs, name)) continue;
    if (differs(base, mine, name)) {
      clashes.push({ name, mine: mine[name], theirs: theirs[name] });
    } else {
      merged = { ...merged, [name]: theirs[name] };
      taken.push(name);
    }
  }
  return { merged, taken, clashes };
}
