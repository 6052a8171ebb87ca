import { z } from "zod";

export const severity = z.enum(["error", "warning", "info"]);

/** What validation has to say: where, how bad, and a code that stays the same across releases. */
export const validationMessage = z.object({
  severity,
  code: z.string(),
  message: z.string(),
  file: z.string().nullable(),
  line: z.number().int().nullable(),
  nodeId: z.string().nullable(),
  field: z.string().nullable(),
});
export type ValidationMessage = z.infer<typeof validationMessage>;

/** A place that names an intent; `isRenamed` says whether it follows when the intent gets another name. */
export const intentUse = z.object({
  file: z.string(),
  line: z.number().int(),
  nodeId: z.string().nullable(),
  /** The node's or the script's name. */
  place: z.string(),
  field: z.string().nullable(),
  isRenamed: z.boolean(),
});
export type IntentUse = z.infer<typeof intentUse>;

export const versionFileEntry = z.object({
  filePath: z.string(),
  size: z.number().int(),
  sha256: z.string(),
});
export type VersionFileEntry = z.infer<typeof versionFileEntry>;

/** The Pro Studio drawing that a version's flow comes from. */
export const drawing = z.object({
  solutionId: z.uuid(),
  solutionVersionId: z.uuid(),
  /** Published drawings no longer change. */
  isPublished: z.boolean(),
});
export type Drawing = z.infer<typeof drawing>;

export const versionData = z.object({
  id: z.uuid(),
  botId: z.uuid(),
  number: z.number().int(),
  label: z.string(),
  note: z.string(),
  basedOn: z.uuid().nullable(),
  author: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** True from the first deployment on: the files can no longer change. */
  isLocked: z.boolean(),
  contentHash: z.string(),
  files: z.array(versionFileEntry),
  validation: z.object({
    at: z.iso.datetime().nullable(),
    isCurrent: z.boolean(),
    errors: z.number().int(),
    warnings: z.number().int(),
    messages: z.array(validationMessage),
  }),
  training: z.object({
    at: z.iso.datetime().nullable(),
    isCurrent: z.boolean(),
    jobId: z.uuid().nullable(),
    status: z.string().nullable(),
  }),
  environments: z.array(z.string()),
  drawing: drawing.nullable(),
});
export type VersionData = z.infer<typeof versionData>;

export const versionGraphEntry = versionData.pick({
  id: true,
  number: true,
  label: true,
  note: true,
  basedOn: true,
  author: true,
  createdAt: true,
  isLocked: true,
  environments: true,
});
export type VersionGraphEntry = z.infer<typeof versionGraphEntry>;

export const versionFile = z.object({
  filePath: z.string(),
  content: z.string(),
  size: z.number().int(),
  sha256: z.string(),
});
export type VersionFile = z.infer<typeof versionFile>;
