// The way of a message from a commit to every screen, without clocks, sockets or a database: the outbox reader and the
// hub as they are, on three servers, in an order that a seed decides. Transactions commit out of order or not at all,
// hints are lost, reads are late and fail, and lines break. Nobody may see a gap, a repeat or another order, and when
// everything is quiet everybody has seen everything.
import type { Message } from "../apps/server/src/conversations/content.ts";
import { createHub, type Hub, type Listener } from "../apps/server/src/conversations/hub.ts";
import type { LiveEvent } from "../apps/server/src/platform/live.ts";
import {
  createOutboxReader,
  mostEventsAtOnce,
  type OutboxReader,
} from "../apps/server/src/platform/outbox-reader.ts";
import { pick, seeded } from "./harness/seeded.ts";

export interface Simulated {
  readonly steps: number;
  readonly messages: number;
  readonly cuts: number;
  readonly failedReads: number;
  readonly broken: readonly string[];
}

interface Server {
  readonly hub: Hub;
  readonly reader: OutboxReader;
  /** Ids of events it was given. */
  readonly seen: Set<number>;
}

interface Visitor {
  readonly conversationId: string;
  cursor: number;
  leave: (() => void) | undefined;
}

const pageSize = 3;
/** Many steps pass before an id that never appeared is given up. */
const millisecondsAStep = 100;
const share = { hintLost: 0.5, rolledBack: 0.1, readFails: 0.02 };

export async function simulate(options: { seed: number; steps: number }): Promise<Simulated> {
  const random = seeded(options.seed);
  const happens = (likely: number) => random() < likely;
  const broken: string[] = [];
  /** How many messages each conversation has. */
  const logs = new Map(["a", "b", "c", "d"].map((id): [string, number] => [id, 0]));
  const outbox: LiveEvent[] = [];
  let [lastId, messages, cuts, failedReads] = [0, 0, 0, 0];
  /** What is under way; any of it may be the next to happen. */
  const pending: (() => void)[] = [];
  const open = new Set<string>();

  /** Answers what is there when it is asked or when it is answered, some time later, or not at all. */
  function reading<T>(look: () => T): Promise<T> {
    const then = happens(0.5) ? look() : undefined;
    return new Promise((resolve, reject) => {
      pending.push(() => {
        if (isCalm || !happens(share.readFails)) return resolve(then ?? look());
        failedReads += 1;
        reject(new Error("The database does not answer."));
      });
    });
  }
  let isCalm = false;
  let steps = 0;

  const servers = [0, 1, 2].map((): Server => {
    const seen = new Set<number>();
    const hub = createHub({
      pageSize,
      messagesAfter: (id, after) => reading(() => pageOf(after, logs.get(id) ?? 0)),
      log: { warn: () => undefined },
      later: (retry) => pending.push(retry),
    });
    const reader = createOutboxReader({
      newest: 0,
      readNew: (newest, missing) =>
        reading(() => {
          const wanted = new Set(missing);
          return outbox
            .filter(({ id }) => id > newest || wanted.has(id))
            .toSorted((one, other) => one.id - other.id)
            .slice(0, mostEventsAtOnce);
        }),
      deliver(event) {
        if (seen.has(event.id)) broken.push(`Event ${event.id} was handed on twice.`);
        seen.add(event.id);
        hub.hinted(event);
      },
      onTrouble: () => undefined,
      clock: () => steps * millisecondsAStep,
    });
    return { hub, reader, seen };
  });

  /** A message of one conversation: its row is locked until it is there or taken back. */
  function begin(): void {
    const conversationId = pick(random, [...logs.keys()]);
    if (open.has(conversationId)) return;
    open.add(conversationId);
    const id = (lastId += 1);
    const server = pick(random, servers);
    pending.push(() => {
      open.delete(conversationId);
      if (!isCalm && happens(share.rolledBack)) return;
      const sequence = (logs.get(conversationId) ?? 0) + 1;
      logs.set(conversationId, sequence);
      messages += 1;
      outbox.push({
        id,
        topic: "conversation-message",
        payload: { conversationId, sequence, status: "BOT" },
      });
      // Every server has long read the oldest ones; a table of the product forgets them too.
      if (outbox.length > 60) forgetSeen();
      for (const each of servers) if (!happens(share.hintLost)) pending.push(() => each.reader.wake());
      server.hub.committed({
        conversation: { id: conversationId, status: "BOT", pendingEffect: null },
        messages: [messageOf(sequence)],
      });
    });
  }

  function forgetSeen(): void {
    while (outbox[0] && servers.every(({ seen }) => seen.has(outbox[0]?.id ?? 0))) {
      const gone = outbox.shift();
      for (const { seen } of servers) seen.delete(gone?.id ?? 0);
    }
  }

  const visitors = [...logs.keys()].flatMap((conversationId) =>
    [0, 1].map((): Visitor => ({ conversationId, cursor: 0, leave: undefined })),
  );

  function connect(visitor: Visitor): void {
    const { hub } = pick(random, servers);
    const { conversationId } = visitor;
    const leaveNow = () => {
      visitor.leave?.();
      visitor.leave = undefined;
    };
    const listener: Listener = {
      conversationId,
      cursor: visitor.cursor,
      status: "BOT",
      send(frame) {
        // What is on its way when the line breaks never arrives.
        if (frame.type !== "message" || visitor.leave !== leave) return;
        if (frame.message.sequence !== visitor.cursor + 1)
          broken.push(`${conversationId} showed ${frame.message.sequence} after ${visitor.cursor}.`);
        visitor.cursor = frame.message.sequence;
      },
    };
    const leave = hub.add(listener);
    visitor.leave = leave;
    // A server that cannot read what to begin with closes the line, as socket.ts does.
    hub.catchUp(listener).catch(() => visitor.leave === leave && leaveNow());
  }

  function cut(visitor: Visitor): void {
    cuts += 1;
    visitor.leave?.();
    visitor.leave = undefined;
  }

  const step = async () => {
    steps += 1;
    const at = Math.floor(random() * pending.length);
    const last = pending.pop();
    const chosen = at === pending.length ? last : pending[at];
    if (last && at < pending.length) pending[at] = last;
    chosen?.();
    // Whatever waited for it goes on before the next thing happens.
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
  };

  while (steps < options.steps && broken.length === 0) {
    await trouble(50 + random() * 250);
    await calm();
  }
  return { steps, messages, cuts, failedReads, broken: broken.slice(0, 5) };

  async function trouble(length: number): Promise<void> {
    isCalm = false;
    for (let count = 0; count < length; count += 1) {
      const kind = random();
      if (kind < 0.25) begin();
      else if (kind < 0.3) pick(random, servers).reader.wake();
      else if (kind < 0.34) {
        const visitor = pick(random, visitors);
        if (visitor.leave) cut(visitor);
        else connect(visitor);
      }
      await step();
    }
  }

  /** Nothing more is said, and nothing fails any more: what was missed until now is made up for. */
  async function calm(): Promise<void> {
    isCalm = true;
    for (const visitor of visitors) if (!visitor.leave) connect(visitor);
    await quiet();
    for (const { reader } of servers) reader.wake();
    await quiet();
    for (const { conversationId, cursor } of visitors) {
      const written = logs.get(conversationId) ?? 0;
      if (cursor !== written)
        broken.push(`A visitor of ${conversationId} saw ${cursor} of ${written} messages.`);
    }
    for (const { seen } of servers)
      for (const { id } of outbox) if (!seen.has(id)) broken.push(`Event ${id} was never handed on.`);
  }

  async function quiet(): Promise<void> {
    while (pending.length > 0) await step();
  }
}

function pageOf(after: number, last: number): Message[] {
  const count = Math.max(0, Math.min(pageSize, last - after));
  return Array.from({ length: count }, (_, index) => messageOf(after + 1 + index));
}

function messageOf(sequence: number): Message {
  return {
    sequence,
    author: "bot",
    authorName: "",
    content: { type: "text", text: "" },
    clientMessageId: null,
    createdAt: "",
  };
}
