import { z } from "zod";

export const customerData = z.object({
  id: z.uuid(),
  name: z.string(),
  avatar: z.string().nullable(),
  botLanguage: z.string(),
  description: z.string(),
  isExternal: z.boolean(),
  version: z.number().int(),
  botCount: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type CustomerData = z.infer<typeof customerData>;

/** A resource is a named value bots of the customer may read, such as a base URL or a phone number. */
export const resourceData = z.object({ name: z.string(), value: z.string(), description: z.string() });
export type ResourceData = z.infer<typeof resourceData>;

export const environmentData = z.object({
  name: z.string(),
  /** ACTIVE or INACTIVE, from the project's environment settings. */
  status: z.string(),
  description: z.string(),
});
export type EnvironmentData = z.infer<typeof environmentData>;
