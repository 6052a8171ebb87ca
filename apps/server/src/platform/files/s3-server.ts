// As much of S3 as our engine uses, in memory, for tests: objects, multipart uploads, pages of a listing.
import { createHash, randomUUID } from "node:crypto";
import http from "node:http";

export interface S3Server {
  readonly filesUrl: string;
  readonly objects: Map<string, { body: Buffer; modifiedAt: Date }>;
  readonly unsigned: string[];
  stop(): void;
}

export async function startS3Server(): Promise<S3Server> {
  const objects: S3Server["objects"] = new Map();
  const uploads = new Map<string, Map<number, Buffer>>();
  const unsigned: string[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://s3");
      if (request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ") !== true)
        unsigned.push(url.pathname);
      const [status, body, headers] = answer(
        request.method ?? "",
        url,
        Buffer.concat(chunks),
        objects,
        uploads,
      );
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return {
    filesUrl: `s3://key:sec%2Fret@127.0.0.1:${port}/bucket/parley?region=test&tls=off`,
    objects,
    unsigned,
    stop,
  };
}

type Answer = [status: number, body?: Buffer | string, headers?: http.OutgoingHttpHeaders];

function answer(
  method: string,
  url: URL,
  body: Buffer,
  objects: S3Server["objects"],
  uploads: Map<string, Map<number, Buffer>>,
): Answer {
  const key = decodeURIComponent(url.pathname).replace(/^\/bucket\/?/, "");
  const uploadId = url.searchParams.get("uploadId");
  const etag = { etag: `"${createHash("md5").update(body).digest("hex")}"` };
  if (method === "GET" && url.searchParams.has("list-type")) return [200, listing(url, objects), xml];
  if (method === "GET") return found(objects.get(key)?.body);
  if (method === "DELETE") return (objects.delete(key), [204]);
  if (method === "POST" && url.searchParams.has("uploads")) {
    const id = randomUUID();
    uploads.set(id, new Map());
    const inner = `<Bucket>bucket</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`;
    return [200, `<InitiateMultipartUploadResult>${inner}</InitiateMultipartUploadResult>`, xml];
  }
  if (method === "PUT" && uploadId !== null) {
    uploads.get(uploadId)?.set(Number(url.searchParams.get("partNumber")), body);
    return [200, "", etag];
  }
  if (method === "POST" && uploadId !== null) {
    const parts = [...(uploads.get(uploadId) ?? [])].toSorted(([a], [b]) => a - b).map(([, part]) => part);
    objects.set(key, { body: Buffer.concat(parts), modifiedAt: new Date() });
    const inner = `<Location>x</Location><Bucket>bucket</Bucket><Key>${key}</Key><ETag>"x"</ETag>`;
    return [200, `<CompleteMultipartUploadResult>${inner}</CompleteMultipartUploadResult>`, xml];
  }
  if (method === "PUT") return (objects.set(key, { body, modifiedAt: new Date() }), [200, "", etag]);
  return [405];
}

const xml = { "content-type": "application/xml" };
const pageSize = 2;

function found(body: Buffer | undefined): Answer {
  if (body !== undefined) return [200, body];
  return [404, "<Error><Code>NoSuchKey</Code><Message>gone</Message></Error>", xml];
}

function listing(url: URL, objects: S3Server["objects"]): string {
  const prefix = url.searchParams.get("prefix") ?? "";
  const after = url.searchParams.get("continuation-token") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const page = keys.slice(0, pageSize);
  const entries = page.map((key) => {
    const object = objects.get(key);
    const details = `<LastModified>${object?.modifiedAt.toISOString()}</LastModified><Size>${object?.body.length}</Size>`;
    return `<Contents><Key>${key}</Key>${details}<ETag>"x"</ETag><StorageClass>STANDARD</StorageClass></Contents>`;
  });
  const isCut = keys.length > pageSize;
  const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  return `<?xml version="1.0"?><ListBucketResult><Name>bucket</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isCut}</IsTruncated>${next}${entries.join("")}</ListBucketResult>`;
}
