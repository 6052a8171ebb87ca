import type { FastifyInstance } from "fastify";
import { NotFound } from "#platform/errors.ts";
import { serveHeaders } from "#platform/files/serve-headers.ts";
import type { Services } from "../context.ts";

/** Content by its unguessable public id, with headers under which nothing can run. */
export function registerFiles(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { publicId: string } }>("/files/:publicId", async (request, reply) => {
    const file = await services.db
      .selectFrom("files")
      .select(["mime_type as mimeType", "original_name as originalName", "size", "public_id as publicId"])
      .where("public_id", "=", request.params.publicId)
      .where("is_private", "=", false)
      .executeTakeFirst();
    if (!file) return reply.status(404).send({ errors: [{ message: new NotFound("file").message }] });
    return reply.headers(serveHeaders(file)).send(await services.files.read(file.publicId));
  });
}
