export { insertUser, type NewUser } from "./create.ts";
export { findUser } from "./queries.ts";
