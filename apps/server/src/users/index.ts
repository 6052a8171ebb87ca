export { insertUser } from "./create.ts";
export { fileUrl } from "./picture.ts";
export { countUsers, listUsers } from "./list.ts";
export { findUser, usersByIds, visibleTo } from "./queries.ts";
export { accessChange, saveAccess, seatedUser } from "./edit-resolvers.ts";
export { invitationHandler } from "./invitation-job.ts";
export { recoveryMailHandler } from "./recovery-job.ts";
export { removePerson } from "./membership.ts";
export { pictureAddress } from "./profile.ts";
