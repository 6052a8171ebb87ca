import { type Agent, agentSchema, solutionSettings } from "./agent-format.ts";
import type { VersionRow } from "./queries.ts";

type AgentSource = Pick<
  VersionRow,
  | "id"
  | "solutionId"
  | "brandName"
  | "supervisorName"
  | "tone"
  | "knowledgeAgentContext"
  | "otherInformation"
  | "fallbackMessage"
  | "llmCredentialId"
  | "maxOutputTokens"
  | "temperature"
  | "topK"
  | "topP"
  | "tasks"
  | "tools"
  | "fileIds"
>;

export function agentOfVersion(version: AgentSource, settings: unknown): Agent {
  const { deadlineMs, maxSteps, maxTokens } = solutionSettings.parse(settings);
  return agentSchema.parse({
    solutionId: version.solutionId,
    solutionVersionId: version.id,
    brandName: version.brandName,
    supervisorName: version.supervisorName,
    tone: version.tone,
    knowledgeAgentContext: version.knowledgeAgentContext,
    otherInformation: version.otherInformation,
    fallbackMessage: version.fallbackMessage,
    credentialId: version.llmCredentialId,
    maxOutputTokens: version.maxOutputTokens,
    temperature: version.temperature,
    topK: version.topK,
    topP: version.topP,
    tasks: version.tasks,
    tools: version.tools,
    fileIds: version.fileIds,
    deadlineMs,
    maxSteps,
    maxTokens,
  });
}
