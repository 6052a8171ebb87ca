// Content goes to the file store first and its row into the transaction: a row always has its content,
// and content without a row is swept away later.
import type { FileUpload } from "graphql-upload-minimal";
import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import type { StoredFile } from "#platform/files/files.ts";
import { safeFileName } from "#platform/files/serve-headers.ts";
import type { Services } from "../context.ts";

export interface UploadedFile extends StoredFile {
  readonly originalName: string;
}

export async function storeUpload(
  services: Pick<Services, "files">,
  upload: Promise<FileUpload>,
  limits: { maxBytes: number },
): Promise<UploadedFile> {
  const file = await upload;
  const stream = file.createReadStream();
  try {
    const stored = await services.files.put(stream.iterator({ destroyOnReturn: false }), limits);
    return { ...stored, originalName: safeFileName(file.filename) };
  } catch (error) {
    // The answer is sent once the request is read to its end: a refused file is read and forgotten.
    stream.resume();
    throw error;
  }
}

export async function insertFile(
  tx: Tx,
  file: UploadedFile,
  owner: { accountId: string; userId: string | undefined },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("files")
    .values({
      id,
      account_id: owner.accountId,
      public_id: file.publicId,
      original_name: file.originalName,
      mime_type: file.mimeType,
      size: file.size,
      sha256: file.sha256,
      created_by: owner.userId ?? null,
    })
    .execute();
  return id;
}
