import type { IncomingMessage } from "node:http";

/** A mistake of the sender. */
export class BadBody extends Error {
  readonly statusCode: number;
  constructor(message: string, statusCode = 400) {
    super(message);
    this.statusCode = statusCode;
  }
}

export function readText(request: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const tooLarge = () => reject(new BadBody("The request is too large.", 413));
    // Refused before it is sent.
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) return tooLarge();
    // A sender who goes away half-way must not be waited for.
    request.on("error", () => reject(new BadBody("The request broke off.")));
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else tooLarge();
    });
    request.on("end", () => {
      const [first] = chunks;
      resolve(chunks.length === 1 && first ? first.toString() : Buffer.concat(chunks).toString());
    });
  });
}
