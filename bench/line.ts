// One kept connection that sends the same HTTP call again and again, for next to nothing. Node's own client spends more on
// a call than the servers that are measured here: they would wait for it, go to sleep and wake up with every call, and
// that is what would be measured.
import { once } from "node:events";
import { connect } from "node:net";

export interface Answer {
  readonly status: number;
  /** Of which each character is a byte. */
  readonly text: string;
}

export interface Line {
  ask(): Promise<Answer>;
  end(): void;
}

export async function openLine(url: string, headers: Record<string, string>, body: string): Promise<Line> {
  const { hostname, port, pathname, host } = new URL(url);
  const head = Object.entries({ host, "content-length": String(Buffer.byteLength(body)), ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  const call = Buffer.from(`POST ${pathname} HTTP/1.1\r\n${head}\r\n${body}`);
  const socket = connect({ port: Number(port), host: hostname, noDelay: true });
  await once(socket, "connect");
  let text = "";
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1");
    const answer = wholeAnswer(text);
    if (!answer) return;
    text = "";
    waiting?.resolve(answer);
  });
  socket.on("error", (error) => waiting?.reject(error));
  socket.on("close", () => waiting?.reject(new Error(`${url} hung up.`)));
  return {
    ask: () =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error(`${url} hung up.`));
        waiting = { resolve, reject };
        socket.write(call);
      }),
    end: () => socket.destroy(),
  };
}

/** Undefined while some of it is missing. */
function wholeAnswer(text: string): Answer | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const body = text.slice(end + 4);
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1];
  const isWhole = length === undefined ? body.endsWith("0\r\n\r\n") : body.length >= Number(length);
  return isWhole ? { status: Number(text.slice(9, 12)), text: body } : undefined;
}
