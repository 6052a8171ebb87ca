import type { ConversationRow } from "./queries.ts";

export type ConversationMapper = ConversationRow;
