// What a version says about its agent, as the form holds it.
import { graphql } from "../../../generated/graphql.ts";
import type { ResultOf } from "../../../generated/graphql.ts";

/** What form and comparison both show. */
const agentFragment = graphql(`
  fragment AgentOfVersion on SolutionVersion {
    brandName
    knowledgeAgentContext
    otherInformation
    fallbackMessage
    supervisorName
    tone
    temperature
    topK
    topP
    maxOutputTokens
    tasks {
      id
      name
      description
    }
    tools {
      name
      description
      method
      url
      parameters
    }
  }
`);

export const formFragment = graphql(`
  fragment VersionForm on SolutionVersion {
    id
    version
    isPublished
    fieldChanges {
      field
      who
    }
    note
    llmCredential {
      id
    }
    knowledgeFiles {
      id
      file {
        id
      }
    }
    ...AgentOfVersion
  }
`);

export type VersionContent = ResultOf<typeof formFragment>;
export type VersionValues = ReturnType<typeof valuesOf>;
export type ValueName = keyof VersionValues;
export type Tool = ResultOf<typeof agentFragment>["tools"][number];

export function valuesOf(version: VersionContent) {
  return {
    brandName: version.brandName,
    supervisorName: version.supervisorName,
    tone: version.tone,
    llmCredentialId: version.llmCredential?.id ?? null,
    tasks: version.tasks.map(({ id, name, description }) => ({ id, name, description })),
    knowledgeAgentContext: version.knowledgeAgentContext,
    fileIds: version.knowledgeFiles.map((file) => file.id),
    tools: version.tools.map(({ name, description, method, url, parameters }) => ({
      name,
      description,
      method,
      url,
      parameters,
    })),
    otherInformation: version.otherInformation,
    fallbackMessage: version.fallbackMessage,
    temperature: version.temperature ?? null,
    topP: version.topP ?? null,
    topK: version.topK ?? null,
    maxOutputTokens: version.maxOutputTokens ?? null,
    note: version.note,
  };
}

export const valueNames = [
  "brandName",
  "supervisorName",
  "tone",
  "llmCredentialId",
  "tasks",
  "knowledgeAgentContext",
  "fileIds",
  "tools",
  "otherInformation",
  "fallbackMessage",
  "temperature",
  "topP",
  "topK",
  "maxOutputTokens",
  "note",
] as const satisfies readonly ValueName[];

/** What the server holds, and who wrote it. */
export type Stored = {
  version: number;
  values: VersionValues;
  changedBy: ReadonlyMap<string, string>;
};

export function storedOf(version: VersionContent): Stored {
  return {
    version: version.version,
    values: valuesOf(version),
    changedBy: new Map(version.fieldChanges.map(({ field, who }) => [field, who])),
  };
}

export function differs(one: VersionValues, other: VersionValues, name: ValueName): boolean {
  return JSON.stringify(one[name]) !== JSON.stringify(other[name]);
}

/** Rows that are being begun: they stay on the page and are sent once they have a name. */
export function isUnfinished(values: VersionValues, name: ValueName): boolean {
  if (name === "tasks") return values.tasks.some((task) => task.name.trim() === "");
  if (name === "tools")
    return values.tools.some((tool) =>
      [tool.name, tool.description, tool.url].some((text) => text.trim() === ""),
    );
  return false;
}

/** For the chat: what is half written is left out. */
export function usableValues(values: VersionValues): VersionValues {
  return {
    ...values,
    tasks: values.tasks.filter((task) => task.name.trim() !== ""),
    tools: isUnfinished(values, "tools") ? [] : values.tools,
  };
}
