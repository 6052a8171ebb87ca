import type { PackageRow, PackageVersionRow } from "./queries.ts";

export type PackageMapper = PackageRow;
export type PackageVersionMapper = PackageVersionRow;
