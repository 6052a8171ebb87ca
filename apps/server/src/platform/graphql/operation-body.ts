// The body of a GraphQL call: JSON, or a form with files.
import { processRequest } from "graphql-upload-minimal";
import type { FastifyInstance } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { BadBody, readText } from "../http/body-text.ts";
import { requireXsrfToken } from "../http/xsrf.ts";

export interface Operation {
  readonly query: string;
  readonly variables: Record<string, unknown> | undefined;
  readonly operationName: string | undefined;
}

export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxFileSize: number;
  readonly maxFiles: number;
}

export interface OperationBody {
  read(request: IncomingMessage, response: ServerResponse): Promise<Operation>;
}

export function createOperationBody(app: FastifyInstance, limits: BodyLimits): OperationBody {
  // Refuses keys that would change what other objects are.
  const parse = app.getDefaultJsonParser("error", "error");
  function parsed(request: IncomingMessage, text: string): unknown {
    let answer: unknown;
    void parse(Object(request), text, (error: Error | null, value?: unknown) => {
      if (error) throw error;
      answer = value;
    });
    return answer;
  }
  return {
    read(request, response) {
      if (isForm(request)) return readForm(request, response, limits);
      // A foreign page can post forms and plain text with our cookies; JSON makes its browser ask us first.
      if (typeOf(request) !== "application/json") {
        return Promise.reject(new BadBody("Send GraphQL as POST with a JSON body.", 415));
      }
      return readText(request, limits.maxBytes).then((text) => operationOf(parsed(request, text)));
    },
  };
}

async function readForm(request: IncomingMessage, response: ServerResponse, limits: BodyLimits) {
  requireXsrfToken(request);
  survive(request);
  return operationOf(await processRequest(request, response, limits).catch(blameSender));
}

/** Reads what nobody wanted: browsers look at an answer only when they have sent everything. */
export async function readToEnd(request: IncomingMessage): Promise<void> {
  if (request.readableEnded) return;
  request.unpipe();
  request.resume();
  await finished(request).catch(() => undefined);
}

/** The form parser reports an error a second time while it is taken down, to nobody, which would end the process. */
function survive(request: IncomingMessage): void {
  const pipe = request.pipe.bind(request);
  request.pipe = (destination, options) => {
    // A form that cannot be read is the sender's mistake.
    destination.on("error", (error) => Object.assign(error, { statusCode: 400 }));
    return pipe(destination, options);
  };
}

/** Not every mistake in a form is called one: a missing boundary or an empty form would be ours. */
function blameSender(error: unknown): never {
  const isTold = error instanceof Error && "statusCode" in error && Number(error.statusCode) < 500;
  throw isTold ? error : new BadBody("The form cannot be read.");
}

function operationOf(body: unknown): Operation {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new BadBody("Send one operation as a JSON object.");
  }
  const { query, variables, operationName } = body as Record<string, unknown>;
  if (typeof query !== "string") throw new BadBody("Send the operation as GraphQL text.");
  const name = operationName ?? undefined;
  if (name !== undefined && typeof name !== "string") throw new BadBody("The operationName is a text.");
  if (!isVariables(variables)) throw new BadBody("The variables are an object.");
  return { query, variables: variables ?? undefined, operationName: name };
}

function isVariables(value: unknown): value is Record<string, unknown> | null | undefined {
  return value === undefined || (typeof value === "object" && !Array.isArray(value));
}

export function isForm(request: IncomingMessage): boolean {
  return typeOf(request) === "multipart/form-data";
}

function typeOf({ headers }: IncomingMessage): string | undefined {
  const type = headers["content-type"];
  // What nearly everybody sends.
  return type === "application/json" ? type : type?.split(";")[0]?.trim().toLowerCase();
}
