// Who uses a thing, as far as the viewer may know: applets of projects they cannot see are counted, never named.
import { can, type Viewer } from "#access/viewer.ts";
import { Conflict } from "#platform/errors.ts";

interface Use {
  readonly projectId: string | null;
  readonly projectName: string | null;
}

export async function visibleUses<U extends Use>(
  viewer: Viewer,
  all: readonly U[],
): Promise<{ uses: U[]; hiddenCount: number }> {
  const visible = await Promise.all(
    all.map(async ({ projectId }) => projectId !== null && (await can(viewer, "applet.read", { projectId }))),
  );
  const uses = all.filter((_use, index) => visible[index]);
  return { uses, hiddenCount: all.length - uses.length };
}

const mostNamed = 5;

/** `advice` is what to do about it: "Delete those applets first." */
export async function refuseWhileUsed<U extends Use>(
  viewer: Viewer,
  what: string,
  all: readonly U[],
  { nameOf, advice }: { nameOf: (use: U) => string; advice: string },
): Promise<void> {
  if (all.length === 0) return;
  const { uses, hiddenCount } = await visibleUses(viewer, all);
  const places = [...new Set(uses.map((use) => `${nameOf(use)} (${use.projectName})`))];
  const more = Math.max(0, places.length - mostNamed);
  const listed = [
    ...places.slice(0, mostNamed),
    ...(more > 0 ? [`${more} more`] : []),
    ...(hiddenCount > 0 ? [`${hiddenCount} that you cannot see`] : []),
  ];
  throw new Conflict(`${what} is used by ${listed.join(", ")}. ${advice}`, { uses, hiddenCount });
}
