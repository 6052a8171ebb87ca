export { announceAccessChange } from "./access-changed.ts";
export { administeredAccounts, keepAdministrators } from "./administrators.ts";
export { grantableRoles, requireGrantable } from "./grantable.ts";
export { changeAccountRoles, changeProjects, holderOf } from "./holder.ts";
export { roleColumns, type RoleRow, rolesOfAccounts } from "./queries.ts";
export { manageableProjects, type ProjectRolesInput, setProjectRoles } from "./project-roles.ts";
