// S3-compatible storage. `s3://key:secret@host[:port]/bucket[/prefix]?region=eu-central-1&tls=off`
import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { S3mini } from "s3mini";
import type { FileEngine } from "./files.ts";

export function createS3Engine(filesUrl: string): FileEngine {
  const { client, prefix } = connect(filesUrl);
  const keyOf = (publicId: string) => `${prefix}${publicId}`;
  return {
    publish: async (path, { publicId }) => {
      // Stored without its type: only our own headers may ever say how content is shown.
      const answer = await client.putAnyObject(
        keyOf(publicId),
        await openAsBlob(path),
        "application/octet-stream",
      );
      if (!answer.ok) throw new Error(`The file storage answered ${answer.status} to an upload.`);
    },
    read: async (publicId) => {
      const answer = await client.getObjectResponse(keyOf(publicId));
      return answer?.body ? Readable.from(answer.body) : undefined;
    },
    remove: async (publicId) => {
      await client.deleteObject(keyOf(publicId));
    },
    list: async function* () {
      let token: string | undefined;
      do {
        const page = await client.listObjectsPaged("/", prefix, 1_000, token);
        for (const object of page?.objects ?? []) {
          yield { publicId: object.Key.slice(prefix.length), modifiedAt: new Date(object.LastModified) };
        }
        token = page?.nextContinuationToken;
      } while (token !== undefined);
    },
  };
}

function connect(filesUrl: string): { client: S3mini; prefix: string } {
  const url = new URL(filesUrl);
  const [bucket = "", ...folders] = url.pathname.split("/").filter((part) => part !== "");
  if (bucket === "" || url.host === "" || url.username === "" || url.password === "") {
    throw new Error("FILES_URL must look like s3://key:secret@host/bucket?region=…");
  }
  const scheme = url.searchParams.get("tls") === "off" ? "http" : "https";
  const client = new S3mini({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    endpoint: `${scheme}://${url.host}/${bucket}`,
    region: url.searchParams.get("region") ?? "auto",
    requestAbortTimeout: 60_000,
  });
  return { client, prefix: folders.map((part) => `${part}/`).join("") };
}
