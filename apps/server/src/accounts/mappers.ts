import type { CustomAuthMethodRow, AuthMethodSettingRow } from "./login-method-queries.ts";
import type { AccountRow } from "./queries.ts";

export type AccountMapper = AccountRow;
export type AccountAuthMethodSettingsMapper = AuthMethodSettingRow;
export type CustomAuthMethodMapper = CustomAuthMethodRow;
export interface OrganizationMetadataMapper {
  accountId: string;
}
