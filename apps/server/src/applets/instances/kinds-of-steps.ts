import {
  ACTION_KINDS,
  kindOptions,
  manifestOf,
  packagesByIds,
  packageVersionsByIds,
  TRIGGER_KINDS,
} from "#domains/packages";
import { type Context, load } from "../../context.ts";
import type { StepRow } from "../queries.ts";

/** Saved steps with what they do. */
export async function kindsOfSteps(ctx: Context, steps: readonly StepRow[]) {
  const known = await Promise.all(
    steps.map(async (step) => {
      const version = await load(ctx, packageVersionsByIds, step.packageVersionId);
      const row = await load(ctx, packagesByIds, step.packageId);
      const { trigger, action } = manifestOf(version?.packageJson);
      const does = step.kind === "TRIGGER" ? trigger : action;
      return {
        ...step,
        packageName: row?.displayName ?? "",
        does,
        runsOn: does === undefined ? undefined : { ...TRIGGER_KINDS, ...ACTION_KINDS }[does],
        kindOptions: kindOptions(version?.packageJson, step.options),
      };
    }),
  );
  return {
    triggers: known.filter((step) => step.kind === "TRIGGER"),
    actions: known.filter((step) => step.kind === "ACTION"),
  };
}
