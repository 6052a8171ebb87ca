import type { MemberRow, TeamAccountRow, TeamRow } from "./queries.ts";

export type TeamMapper = TeamRow;
export type TeamMemberMapper = MemberRow;
export type TeamAccountMapper = TeamAccountRow;
