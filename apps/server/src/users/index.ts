export { findUser } from "./queries.ts";
