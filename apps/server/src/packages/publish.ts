// What a package must be to be published, and the rows a publication writes.
import type { PackageTypeEnum } from "#generated/resolvers.ts";
import type { Tx } from "#platform/database.ts";
import { Invalid } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { checkSchema, isObject } from "./json-schema.ts";
import { isActionKind, isTriggerKind } from "./kinds.ts";
import { compareSemver, isSemver } from "./semver.ts";

const nameForm = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
const largestPackageJson = 64 * 1024;

export function checkPkgName(pkgName: string): void {
  if (!nameForm.test(pkgName) || pkgName.length > 214) {
    throw new Invalid(
      "pkgName",
      "A package name has small letters, digits, dots and dashes, such as @acme/vat-check.",
    );
  }
  if (pkgName.startsWith("@parley/"))
    throw new Invalid("pkgName", "Names that begin with @parley/ are Parley's own.");
}

export function checkVersion(version: string, published: readonly string[]): void {
  if (!isSemver(version))
    throw new Invalid("version", "A version is three numbers, such as 1.4.0 or 2.0.0-beta.1.");
  const newest = published.toSorted(compareSemver).at(-1);
  if (newest !== undefined && compareSemver(version, newest) <= 0) {
    throw new Invalid("version", `Version ${newest} is published and stays as it is. Choose a higher one.`);
  }
}

export function checkText(field: string, text: string, most: number): string {
  const clean = text.trim();
  if (clean.length > most) throw new Invalid(field, `This has at most ${most} characters.`);
  return clean;
}

export function checkDisplayName(displayName: string): string {
  const clean = checkText("displayName", displayName, 120);
  if (clean === "") throw new Invalid("displayName", "Give it a name to show.");
  return clean;
}

export interface NewPackage {
  readonly pkgName: string;
  readonly version: string;
  readonly packageTypes: readonly PackageTypeEnum[];
  readonly displayName: string;
  readonly description: string;
  readonly packageJson: unknown;
  readonly schema: unknown;
}

/** Throws Invalid for the first thing that keeps it from being published. */
export function checkPackage(given: NewPackage): void {
  checkPkgName(given.pkgName);
  checkSchema(given.schema);
  const { packageJson } = given;
  if (!isObject(packageJson)) throw new Invalid("packageJson", "packageJson is a JSON object.");
  if (JSON.stringify(packageJson).length > largestPackageJson) {
    throw new Invalid("packageJson", `packageJson has at most ${largestPackageJson / 1024} KB.`);
  }
  const same = { name: given.pkgName, version: given.version };
  for (const key of ["name", "version"] as const) {
    const stated = packageJson[key];
    if (stated !== undefined && stated !== same[key]) {
      throw new Invalid(
        `packageJson.${key}`,
        `packageJson says ${JSON.stringify(stated)} where the package says ${same[key]}.`,
      );
    }
  }
  if (given.packageTypes.length === 0)
    throw new Invalid("packageTypes", "Say whether it is a trigger, an action or both.");
  checkManifest(packageJson, given.packageTypes);
}

function checkManifest(packageJson: Record<string, unknown>, types: readonly PackageTypeEnum[]): void {
  const { parley } = packageJson;
  // Without it the package describes something Parley does not run itself.
  if (parley === undefined) return;
  if (!isObject(parley)) throw new Invalid("packageJson.parley", "parley is a JSON object.");
  if (types.includes("TRIGGER") && !isTriggerKind(parley["trigger"])) {
    throw new Invalid(
      "packageJson.parley.trigger",
      "Name the built-in trigger it is made from, such as page-view.",
    );
  }
  if (types.includes("ACTION") && !isActionKind(parley["action"])) {
    throw new Invalid(
      "packageJson.parley.action",
      "Name the built-in action it is made from, such as http-request.",
    );
  }
  if (parley["options"] !== undefined && !isObject(parley["options"])) {
    throw new Invalid("packageJson.parley.options", "options is a JSON object.");
  }
}

export async function insertPackageVersion(
  tx: Tx,
  packageId: string,
  version: Pick<NewPackage, "version" | "schema" | "packageJson"> & { id?: string },
  userId: string | undefined,
): Promise<string> {
  const id = version.id ?? newId();
  await tx
    .insertInto("package_versions")
    .values({
      id,
      package_id: packageId,
      version: version.version,
      schema: JSON.stringify(version.schema),
      package_json: JSON.stringify(version.packageJson),
      created_by: userId ?? null,
    })
    .execute();
  await tx
    .updateTable("packages")
    .set({ latest_version_id: id, updated_at: new Date() })
    .where("id", "=", packageId)
    .execute();
  return id;
}
