// The organisation that sends too much, in a process of its own: what it costs to send is not the others' delay.
import { Agent, request } from "node:http";
import { steadily } from "./parts.ts";

export interface Flood {
  readonly url: string;
  readonly cookie: string;
  readonly body: string;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface Flooded {
  readonly answered: number;
  readonly refused: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 40 });

function send({ url, cookie, body }: Flood): Promise<number> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json", cookie };
    const call = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    call.on("error", () => resolve(0));
    call.end(body);
  });
}

process.on("message", async (flood: Flood) => {
  const statuses: number[] = [];
  const until = performance.now() + flood.seconds * 1_000;
  if (flood.perSecond > 0)
    await steadily(flood.perSecond, until, async () => statuses.push(await send(flood)));
  const answered = statuses.filter((status) => status === 200).length;
  process.send?.({ answered, refused: statuses.length - answered } satisfies Flooded);
});
