export { ACTIONS, type Action, ROLE_TEMPLATES, type RoleKey } from "./actions.ts";
export { accountGrants, projectGrants } from "./grants.ts";
export {
  allowEveryone,
  can,
  createViewer,
  holdersOf,
  requireAccess,
  requireAdminSecret,
  requireUser,
  type Viewer,
} from "./viewer.ts";
