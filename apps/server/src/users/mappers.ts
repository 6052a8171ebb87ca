import type { UserRow } from "./queries.ts";

export type UserMapper = UserRow;
export interface UserAccountMapper {
  userId: string;
  accountId: string;
  createdAt: Date;
  isDefault: boolean;
}
