export {
  ACTIONS,
  type Action,
  actionsOfRole,
  canGrant,
  isAction,
  ROLE_TEMPLATES,
  type RoleKey,
} from "./actions.ts";
export { accountGrants, projectGrants } from "./grants.ts";
export { allowedIn } from "./held-in.ts";
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
