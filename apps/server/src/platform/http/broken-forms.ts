// Forms that are broken, or that nobody reads to their end. The form parser reports an error a second time while it
// is taken down, to nobody, which would end the process; and an answer waits until the form is read.
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Call before the plugin that reads uploads. */
export function surviveBrokenForms(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _, done) => {
    if (!isForm(request)) return done();
    const { raw } = request;
    const pipe = raw.pipe.bind(raw);
    raw.pipe = (destination, options) => {
      // A form that cannot be read is the sender's mistake.
      destination.on("error", (error) => Object.assign(error, { statusCode: 400 }));
      return pipe(destination, options);
    };
    done();
  });
  app.addHook("onSend", (request, _, __, done) => {
    // Whoever wanted the files has them by now; what was refused is read and forgotten.
    if (isForm(request) && !request.raw.readableEnded) {
      request.raw.unpipe();
      request.raw.resume();
    }
    done();
  });
}

function isForm(request: FastifyRequest): boolean {
  return request.headers["content-type"]?.startsWith("multipart/") ?? false;
}
