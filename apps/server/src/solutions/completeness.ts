// What a version still lacks before it can answer anybody.
import type { CredentialRow } from "#domains/llm";
import type { KnowledgeFileRow } from "#domains/knowledge";
import type { VersionRow } from "./queries.ts";

export interface Gap {
  readonly field: string;
  readonly message: string;
}

export function gapsOf(
  version: Pick<VersionRow, "brandName" | "supervisorName" | "tasks" | "knowledgeAgentContext">,
  credential: Pick<CredentialRow, "kind" | "name"> | undefined,
  files: readonly Pick<KnowledgeFileRow, "status" | "originalName" | "error">[],
): Gap[] {
  const gaps: Gap[] = [];
  if (version.brandName === "") gaps.push({ field: "brandName", message: "Say whom the agent speaks for." });
  if (version.supervisorName === "")
    gaps.push({ field: "supervisorName", message: "Give the agent a name." });
  if (!credential) gaps.push({ field: "llmCredential", message: "Choose a model." });
  if (credential?.kind === "parley-passages" && files.length === 0) {
    gaps.push({ field: "files", message: "The built-in provider answers from files. Add at least one." });
  } else if (files.length === 0 && version.tasks.length === 0 && version.knowledgeAgentContext === "") {
    gaps.push({
      field: "tasks",
      message: "Add a task, a file or some knowledge: there is nothing to answer from.",
    });
  }
  version.tasks.forEach((task, index) => {
    if (task.description.trim() === "")
      gaps.push({
        field: `tasks.${index}.description`,
        message: `Describe what the task ${task.name} does.`,
      });
  });
  for (const file of files) {
    if (file.status === "FAILED")
      gaps.push({
        field: "files",
        message: `${file.originalName}: ${file.error ?? "It could not be read."}`,
      });
    else if (file.status !== "INDEXED")
      gaps.push({ field: "files", message: `${file.originalName} is still being indexed.` });
  }
  return gaps;
}
