import type { RoleRow } from "./queries.ts";

export type RoleMapper = RoleRow;
