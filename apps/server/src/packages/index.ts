export { seedBuiltInPackages, builtInId } from "./built-in/seed.ts";
export { checkSchema, type FieldProblem, isObject, optionProblems } from "./json-schema.ts";
export {
  ACTION_KINDS,
  type ActionKind,
  kindOptions,
  manifestOf,
  TRIGGER_KINDS,
  type TriggerKind,
} from "./kinds.ts";
export { requireOwner } from "./owner.ts";
export { checkDisplayName, checkPkgName, checkText, checkVersion } from "./publish.ts";
export { listPackages, packagesByIds, packageVersionsByIds, usableAccounts } from "./queries.ts";
export { compareSemver } from "./semver.ts";
export { refuseWhileUsed, visibleUses } from "./uses.ts";
