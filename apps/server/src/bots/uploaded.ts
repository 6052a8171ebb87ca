import type { FileUpload } from "graphql-upload-minimal";
import { Invalid } from "#platform/errors.ts";

/** The whole upload; one that is too large is read to its end and forgotten, so that the answer can be sent. */
export async function uploadedBytes(
  upload: Promise<FileUpload>,
  limit: { maxBytes: number; field: string },
): Promise<Buffer> {
  const file = await upload;
  const stream = file.createReadStream();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= limit.maxBytes) chunks.push(bytes);
  }
  if (size > limit.maxBytes) {
    const most = `${limit.maxBytes / 1024 / 1024} MB`;
    throw new Invalid(limit.field, `${file.filename} is larger than ${most}.`);
  }
  return Buffer.concat(chunks);
}

export async function uploadedText(
  upload: Promise<FileUpload>,
  limit: { maxBytes: number; field: string },
): Promise<string> {
  const bytes = await uploadedBytes(upload, limit);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Invalid(limit.field, `${(await upload).filename} is not text in UTF-8.`);
  }
}
