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
