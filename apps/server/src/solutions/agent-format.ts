// agent.json: everything the runtime needs to answer for a solution version, and nothing that is secret.
import { createHash } from "node:crypto";
import { z } from "zod";
import { Invalid } from "#platform/errors.ts";

export const taskSchema = z.object({
  id: z.string().min(1).max(100),
  name: z.string().min(1).max(120),
  description: z.string().max(8_000),
});
export type Task = z.infer<typeof taskSchema>;

/** An HTTP call the model may make; arguments are checked against the schema before anything is sent. */
export const toolSchema = z.object({
  name: z.string().regex(/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/),
  description: z.string().min(1).max(2_000),
  parameters: z.record(z.string(), z.unknown()),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  url: z.string().min(1).max(2_000),
});
export type Tool = z.infer<typeof toolSchema>;

export const defaultFallback =
  "Sorry, I cannot answer that right now. Please try again in a moment, or ask for a person.";

export const agentSchema = z.object({
  format: z.literal(1).default(1),
  solutionId: z.string().nullable().default(null),
  solutionVersionId: z.string().nullable().default(null),
  brandName: z.string().default(""),
  supervisorName: z.string().default(""),
  tone: z.string().default(""),
  knowledgeAgentContext: z.string().default(""),
  otherInformation: z.string().default(""),
  fallbackMessage: z.string().default(""),
  credentialId: z.string().nullable().default(null),
  maxOutputTokens: z.number().int().nullable().default(null),
  temperature: z.number().nullable().default(null),
  topK: z.number().int().nullable().default(null),
  topP: z.number().nullable().default(null),
  tasks: z.array(taskSchema).default([]),
  tools: z.array(toolSchema).default([]),
  fileIds: z.array(z.string()).default([]),
  /** For the whole turn. */
  deadlineMs: z.number().int().min(1_000).max(120_000).default(30_000),
  /** Model calls in one turn, sub-agents included. */
  maxSteps: z.number().int().min(1).max(20).default(6),
  /** Tokens in one turn, in and out, sub-agents included. */
  maxTokens: z.number().int().min(500).max(1_000_000).default(60_000),
});
export type Agent = z.infer<typeof agentSchema>;

/** What an evaluation or a test answered for; a change of anything that matters changes it. */
export function agentHash(agent: Agent): string {
  const { solutionVersionId: _, ...content } = agent;
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

const knownSettings = z.looseObject({
  language: z.string().min(2).max(10).optional(),
  allowedHosts: z.array(z.string().min(1).max(253)).max(100).optional(),
  deadlineMs: agentSchema.shape.deadlineMs.optional(),
  maxSteps: agentSchema.shape.maxSteps.optional(),
  maxTokens: agentSchema.shape.maxTokens.optional(),
});

/** Of a solution's settings, what goes into its bot and its agent. */
export const solutionSettings = knownSettings.catch({});

const rangeOfSetting: Readonly<Record<string, string>> = {
  language: "The language is a short code such as en or pt-BR.",
  allowedHosts: "Name at most 100 hosts such as api.example.org.",
  deadlineMs: "A turn takes between 1 and 120 seconds.",
  maxSteps: "A turn has between 1 and 20 steps.",
  maxTokens: "A turn uses between 500 and 1,000,000 tokens.",
};

/** What cannot hold is refused when it is written, not ignored when it is read. */
export function checkedSettings(settings: Record<string, unknown>): Record<string, unknown> {
  const issue = knownSettings.safeParse(settings).error?.issues[0];
  if (issue)
    throw new Invalid("settings", rangeOfSetting[String(issue.path[0])] ?? "These settings cannot be read.");
  return settings;
}
