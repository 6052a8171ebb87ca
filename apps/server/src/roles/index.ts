export { announceAccessChange } from "./access-changed.ts";
export { administeredAccounts, keepAdministrators } from "./administrators.ts";
export { grantableRoles, type Place, requireGrantable } from "./grantable.ts";
export { roleColumns, type RoleRow, rolesByIds, rolesOfAccounts } from "./queries.ts";
export {
  manageableProjects,
  type ProjectHolder,
  type ProjectRolesInput,
  setProjectRoles,
  unassign,
} from "./project-roles.ts";
