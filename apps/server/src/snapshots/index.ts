export { snapshotHandler } from "./job.ts";
