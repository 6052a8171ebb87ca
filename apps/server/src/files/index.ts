export { filesByIds, fileUrl } from "./queries.ts";
export { insertFile, storeUpload, type UploadedFile } from "./store.ts";
