export { announceAccessChange } from "./access-changed.ts";
export { administeredAccounts, keepAdministrators } from "./administrators.ts";
export { grantableRoles, requireGrantable } from "./grantable.ts";
export { roleColumns, type RoleRow, rolesOfAccounts } from "./queries.ts";
export {
  manageableProjects,
  type ProjectHolder,
  type ProjectRolesInput,
  setProjectRoles,
  unassign,
} from "./project-roles.ts";
