// Files of a conversation: private, and only for those who are in it.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import { sql } from "kysely";
import { createViewer, can } from "#access/viewer.ts";
import { Conflict, Invalid, NotFound, TooMany, Unauthenticated } from "#platform/errors.ts";
import { safeFileName, serveHeaders } from "#platform/files/serve-headers.ts";
import { isId } from "#platform/ids.ts";
import type { Services } from "../context.ts";
import { keepFile, maxFileBytes, secondsUntilUpload } from "./conversation-files.ts";
import { admit } from "./start.ts";
import type { Front } from "./visitor-session.ts";

export function registerChatFiles(app: FastifyInstance, services: Services, front: Front): void {
  // In a scope of its own: nowhere else is a body left as a stream.
  void app.register(async (scope) => {
    scope.addContentTypeParser("application/octet-stream", (_request, payload, done) => done(null, payload));
    scope.post<{ Querystring: { name?: string } }>(
      "/chat/files",
      { bodyLimit: maxFileBytes },
      async (request) => {
        const conversation = await visitorOf(front, request);
        if (!conversation) throw new Unauthenticated("This conversation cannot be continued.");
        if (conversation.status === "ENDED")
          throw new Conflict("This conversation has ended. Start a new one.");
        const wait =
          front.rates.take("uploadsOfVisitor", conversation.id) ||
          (await secondsUntilUpload(services.db, conversation.id));
        if (wait > 0) throw new TooMany("That were many files at once. Please wait a moment.", wait);
        const body: unknown = request.body;
        if (!(body instanceof Readable)) throw new Invalid("file", "Send the file as the body.");
        const stored = await services.files.put(body, { maxBytes: maxFileBytes });
        const fileId = await services.db.transaction().execute(async (tx) => {
          const { account_id: accountId } = await tx
            .selectFrom("projects as p")
            .innerJoin("conversations as c", "c.project_id", "p.id")
            .select("p.account_id")
            .where("c.id", "=", conversation.id)
            .executeTakeFirstOrThrow();
          const originalName = safeFileName(request.query.name ?? "file");
          const sender = {
            conversationId: conversation.id,
            accountId,
            author: "visitor",
            userId: undefined,
          } as const;
          return (await keepFile(tx, sender, { ...stored, originalName })).fileId;
        });
        return { fileId };
      },
    );
  });
  app.get<{ Params: { fileId: string } }>("/chat/files/:fileId", async (request, reply) => {
    const file = await fileOf(services, request.params.fileId);
    if (!file || !(await mayRead(services, front, request, file))) throw new NotFound("file");
    return reply
      .headers({ ...serveHeaders(file), "cache-control": "private, max-age=3600" })
      .send(await services.files.read(file.publicId));
  });
}

async function visitorOf(front: Front, request: FastifyRequest) {
  const id = request.headers["x-conversation"];
  const token = /^Bearer (\S{20,100})$/.exec(request.headers.authorization ?? "")?.[1];
  return typeof id === "string" && isId(id) && token ? admit(front.chat, id, token) : undefined;
}

async function fileOf(services: Services, fileId: string) {
  if (!isId(fileId)) return undefined;
  const { rows } = await sql<{
    publicId: string;
    mimeType: string;
    originalName: string;
    size: number;
    conversationId: string;
    projectId: string;
  }>`select f.public_id as "publicId", f.mime_type as "mimeType", f.original_name as "originalName", f.size,
      c.conversation_id as "conversationId", v.project_id as "projectId"
    from conversation_files c join files f on f.id = c.file_id join conversations v on v.id = c.conversation_id
    where c.file_id = ${fileId}`.execute(services.db);
  return rows[0];
}

/** The visitor with the conversation's token, or somebody at the desk with their session. */
async function mayRead(
  services: Services,
  front: Front,
  request: FastifyRequest,
  file: { conversationId: string; projectId: string },
): Promise<boolean> {
  const visitor = await visitorOf(front, request);
  if (visitor) return visitor.id === file.conversationId;
  const session = await services.whoami(request.headers.cookie);
  if (!session) return false;
  return can(createViewer(services.db, session), "conversation.answer", { projectId: file.projectId });
}
