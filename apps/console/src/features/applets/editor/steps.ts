// A trigger or an action while it is edited, and what a template starts one with.
import { startingValue } from "@parley/ui/json-form";

export type StepVersion = { id: string; version: string; schema: unknown };

export type Step = {
  /** Absent until it is saved. */
  id?: string;
  name: string;
  options: unknown;
  packageId: string;
  packageVersionId: string;
  packageVersion: StepVersion;
  webhook?: { url: string; secretLast4: string } | null;
  nextRunAt?: string | null;
};

export type PackageChoice = {
  id: string;
  displayName: string;
  description: string;
  pkgName: string;
  packageTypes: readonly string[];
  latestVersion?: StepVersion | null;
};

export function stepInput({ id, name, options, packageId, packageVersionId }: Step) {
  return { ...(id && { id }), name, options, packageId, packageVersionId };
}

export function newStep(choice: PackageChoice, given?: unknown): Step | undefined {
  const { latestVersion } = choice;
  if (!latestVersion) return undefined;
  const schema = isRecord(latestVersion.schema) ? latestVersion.schema : {};
  const options = given ?? startingValue(schema, schema) ?? {};
  return {
    name: choice.displayName,
    options,
    packageId: choice.id,
    packageVersionId: latestVersion.id,
    packageVersion: latestVersion,
  };
}

export function movedUp(steps: readonly Step[], index: number): Step[] {
  const next = [...steps];
  const [moved] = next.splice(index, 1);
  if (moved) next.splice(index - 1, 0, moved);
  return next;
}

/** What a template's schema holds under `x-template` (decision 032). */
export function templateStart(schema: unknown, packages: readonly PackageChoice[]) {
  const start = recordAt(recordAt(schema, "x-template") ?? {}, undefined) ?? {};
  const stepsOf = (key: "triggers" | "actions") => {
    const list: unknown = start[key];
    return (Array.isArray(list) ? list : []).flatMap((given: unknown) => {
      const wanted = recordAt(given, undefined);
      const choice = packages.find(
        (it) => it.id === wanted?.["packageId"] || it.pkgName === wanted?.["pkgName"],
      );
      return (choice && newStep(choice, wanted?.["options"] ?? {})) ?? [];
    });
  };
  return {
    triggers: stepsOf("triggers"),
    actions: stepsOf("actions"),
    condition: recordAt(start, "condition") ?? {},
  };
}

function recordAt(value: unknown, key: string | undefined): Record<string, unknown> | undefined {
  const at: unknown = key === undefined ? value : isRecord(value) ? value[key] : undefined;
  return isRecord(at) ? at : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
