// A file sent as the console sends it: a GraphQL multipart request.
import type { Answer } from "./client.ts";

const token = "a".repeat(32);
const query = `mutation UploadKnowledgeFile($projectId: ID!, $file: Upload!) {
  uploadKnowledgeFile(projectId: $projectId, file: $file) { id } }`;

export async function sendFile(
  apiUrl: string,
  cookie: string,
  projectId: string,
  name: string,
  content: Uint8Array<ArrayBuffer>,
  key?: string,
): Promise<Answer> {
  const begun = performance.now();
  const form = new FormData();
  form.set("operations", JSON.stringify({ query, variables: { projectId, file: null } }));
  form.set("map", JSON.stringify({ 0: ["variables.file"] }));
  form.set("0", new Blob([content]), name);
  const lost = (error: unknown): Answer => ({
    status: 0,
    data: undefined,
    code: undefined,
    message: String(error),
    details: {},
    ms: performance.now() - begun,
  });
  return fetch(`${apiUrl}/v1/graphql`, {
    method: "POST",
    headers: {
      cookie: `${cookie}; XSRF-TOKEN=${token}`,
      "x-xsrf-token": token,
      ...(key && { "idempotency-key": key }),
    },
    body: form,
  })
    .then((response) => read(response, begun))
    .catch(lost);
}

async function read(response: Response, begun: number): Promise<Answer> {
  const answer = (await response.json()) as {
    data?: Record<string, unknown> | null;
    errors?: { message: string; extensions?: { code?: string } }[];
  };
  const error = answer.errors?.[0];
  return {
    status: response.status,
    data: error ? undefined : (answer.data ?? undefined),
    code: error?.extensions?.code,
    message: error?.message ?? "",
    details: error?.extensions ?? {},
    ms: performance.now() - begun,
  };
}

/** The bytes of such a request, for those who send only some of them. */
export async function rawUpload(cookie: string, projectId: string, name: string, content: string) {
  const boundary = "parley-faults-boundary";
  const part = (disposition: string, body: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${body}\r\n`;
  const body =
    part('name="operations"', JSON.stringify({ query, variables: { projectId, file: null } })) +
    part('name="map"', JSON.stringify({ 0: ["variables.file"] })) +
    part(`name="0"; filename="${name}"`, content) +
    `--${boundary}--\r\n`;
  const head =
    `POST /v1/graphql HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: ${cookie}; XSRF-TOKEN=${token}\r\n` +
    `X-XSRF-TOKEN: ${token}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return { head, body };
}
