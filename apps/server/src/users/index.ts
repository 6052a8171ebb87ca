export { insertUser, type NewUser } from "./create.ts";
export { fileUrl } from "./picture.ts";
export {
  countUsers,
  findUser,
  listUsers,
  type UserListFilter,
  type UserRow,
  usersByIds,
  visibleTo,
} from "./queries.ts";
export { type UserAccessChange } from "./assignments.ts";
export { accessChange, saveAccess, seatedUser } from "./edit-resolvers.ts";
export { invitationHandler } from "./invitation-job.ts";
export { recoveryMailHandler } from "./recovery-job.ts";
export { removePerson } from "./membership.ts";
export { pictureAddress } from "./profile.ts";
