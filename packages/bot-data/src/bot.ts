import { z } from "zod";

/** FLOW bots follow a graph, FAQ bots answer intents, AGENT bots are compiled from a solution. */
export const botTypes = ["FLOW", "FAQ", "AGENT"] as const;
export const botType = z.enum(botTypes);

export const botData = z.object({
  id: z.uuid(),
  customerId: z.uuid(),
  botName: z.string(),
  botType,
  versionCount: z.number().int(),
  latestVersionId: z.uuid().nullable(),
  /** Environment name to the version that answers there. */
  deployed: z.array(z.object({ environment: z.string(), versionId: z.uuid(), number: z.number().int() })),
  /** Set when a solution compiles into this bot: then it is edited there. */
  solutionId: z.uuid().nullable(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type BotData = z.infer<typeof botData>;

/** What the reader may do with the bot. */
export const botRights = z.object({ edit: z.boolean(), deploy: z.boolean(), forceDeploy: z.boolean() });
export type BotRights = z.infer<typeof botRights>;
export const botWithRights = botData.extend({ can: botRights });

export const deploymentData = z.object({
  environment: z.string(),
  versionId: z.uuid().nullable(),
  number: z.number().int().nullable(),
  deployedBy: z.string().nullable(),
  deployedAt: z.iso.datetime().nullable(),
  /** What rolling back would deploy. */
  previousVersionId: z.uuid().nullable(),
  previousNumber: z.number().int().nullable(),
});
export type DeploymentData = z.infer<typeof deploymentData>;

export const assetData = z.object({
  id: z.uuid(),
  name: z.string(),
  mimeType: z.string(),
  size: z.number().int(),
  url: z.string(),
  usedIn: z.array(z.object({ versionId: z.uuid(), number: z.number().int() })),
  createdAt: z.iso.datetime(),
});
export type AssetData = z.infer<typeof assetData>;
