import { join } from "node:path";
import type { JobHandler } from "#platform/jobs.ts";
import type { Services } from "../context.ts";
import { takeSnapshot } from "./take.ts";

export const snapshotKind = "db-snapshot";

export function snapshotHandler(services: Services): JobHandler {
  return async (job) => {
    const { fileName, manifest } = await takeSnapshot(services, join(services.config.dataDir, "snapshots"), {
      signal: job.signal,
      progress: (share, message) => job.progress(share, message),
    });
    await job.progress(1, "Done");
    return {
      fileName,
      sizeBytes: manifest.sizeBytes,
      tableCount: manifest.tables.length,
      rowCount: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
      fileCount: manifest.files.length,
    };
  };
}
