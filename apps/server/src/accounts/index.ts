export { insertAccount } from "./create.ts";
export { requireRoomFor } from "./limits.ts";
export { type AuthMethodSettingRow, effectiveAuthMethodSettings } from "./login-method-queries.ts";
export { accountsByIds } from "./queries.ts";
export { accountInSight } from "./resolvers.ts";
