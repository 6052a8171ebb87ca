// Documents are private: their content is served to people who may read the project, and to nobody else.
import type { FastifyInstance } from "fastify";
import { can, createViewer } from "#access/viewer.ts";
import { NotFound } from "#platform/errors.ts";
import { serveHeaders } from "#platform/files/serve-headers.ts";
import { isId } from "#platform/ids.ts";
import type { Services } from "../context.ts";
import { findKnowledgeFile } from "./queries.ts";

export function knowledgeFileUrl({ config }: Pick<Services, "config">, id: string): string {
  return `${config.urls.api}/knowledge-files/${id}`;
}

export function registerKnowledgeFiles(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>("/knowledge-files/:id", async (request, reply) => {
    const session = await services.whoami(request.headers.cookie);
    const { id } = request.params;
    const file = session && isId(id) ? await findKnowledgeFile(services.db, id) : undefined;
    const viewer = createViewer(services.db, { userId: session?.userId });
    if (!file || !(await can(viewer, "solution.read", { projectId: file.projectId })))
      return reply.status(404).send({ errors: [{ message: new NotFound("file").message }] });
    return reply
      .headers({ ...serveHeaders(file), "cache-control": "private, no-store" })
      .send(await services.files.read(file.publicId));
  });
}
