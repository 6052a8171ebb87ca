import { z } from "zod";

/** What a snapshot holds, kept beside it as <name>.json. */
export const manifestShape = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  /** Names and checksums of the migrations the rows were written under. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  files: z.array(z.object({ publicId: z.string(), sha256: z.string() })),
  /** Rows that name content which was not there any more. */
  missingFiles: z.array(z.string()),
  sizeBytes: z.number(),
  sha256: z.string(),
});

export type Manifest = z.infer<typeof manifestShape>;

export function manifestPath(snapshotPath: string): string {
  return `${snapshotPath}.json`;
}
