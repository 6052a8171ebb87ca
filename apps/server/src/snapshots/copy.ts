// COPY in both directions on a pg client. A pg client takes any object that handles its protocol messages.
import type pg from "pg";

interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
  readonly stream: {
    readonly writableNeedDrain?: boolean;
    once(event: "drain" | "close", listener: () => void): void;
    pause(): void;
    resume(): void;
  };
}

/** Messages a copy has no use for. */
const ignore = () => undefined;

function copyQuery(
  client: pg.ClientBase,
  text: string,
  handlers: {
    onData?(chunk: Buffer, connection: CopyConnection): void;
    onReady?(connection: CopyConnection): void;
  },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const submittable = {
      submit: (connection: CopyConnection) => connection.query(text),
      handleCopyData: ({ chunk }: { chunk: Buffer }, connection: CopyConnection) =>
        handlers.onData?.(chunk, connection),
      handleCopyInResponse: (connection: CopyConnection) => handlers.onReady?.(connection),
      handleCommandComplete: ignore,
      handleRowDescription: ignore,
      handleDataRow: ignore,
      handleEmptyQuery: ignore,
      handlePortalSuspended: ignore,
      handleError: (error: Error) => {
        failure = error;
      },
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
    };
    // pg's types know no COPY; the object above is what its client calls.
    client.query(submittable as unknown as pg.Submittable);
  });
}

/** Hands every chunk to `write`, and stops reading from the database while that is busy. */
export async function copyOut(
  client: pg.ClientBase,
  text: string,
  write: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  let writing = Promise.resolve();
  let waiting = 0;
  await copyQuery(client, text, {
    onData(chunk, connection) {
      // The protocol parser reuses its buffer.
      const own = Buffer.from(chunk);
      waiting += 1;
      if (waiting === 64) connection.stream.pause();
      writing = writing
        .then(() => write(own))
        .finally(() => {
          waiting -= 1;
          if (waiting === 0) connection.stream.resume();
        });
      writing.catch(ignore);
    },
  });
  await writing;
}

export function copyIn(client: pg.ClientBase, text: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  let feeding = Promise.resolve();
  const done = copyQuery(client, text, {
    onReady(connection) {
      feeding = feed(connection, chunks);
      feeding.catch((error: unknown) => connection.sendCopyFail(String(error)));
    },
  });
  return done.then(() => feeding);
}

async function feed(connection: CopyConnection, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) {
    connection.sendCopyFromChunk(chunk);
    if (connection.stream.writableNeedDrain) {
      await new Promise<void>((resolve) => {
        connection.stream.once("drain", resolve);
        connection.stream.once("close", resolve);
      });
    }
  }
  connection.endCopyFrom();
}
