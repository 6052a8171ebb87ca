/** Where a bot lives: the ids of its address. */
export type BotPlace = { orgId: string; projectId: string; customerId: string; botId: string };
