export { insertAccount } from "./create.ts";
