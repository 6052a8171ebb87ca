// "There is something new in the outbox", told to every server. Only a hint: the outbox holds the truth, and readers
// look there once a second whatever happens here. So nothing is confirmed, repeated or kept.
import { sql } from "kysely";
import type { Database } from "../database.ts";
import type { Log } from "../log.ts";
import { speakNats } from "./nats.ts";
import { speakPostgres } from "./postgres.ts";
import { speakRedis } from "./redis.ts";

export interface Hints {
  /** Tells everybody, this server included. Never fails and never waits; many calls at once are one hint. */
  readonly tell: () => void;
  stop(): Promise<void>;
}

export interface HintsOptions {
  /** `postgres:` (the database itself), `redis://` or `rediss://`, `nats://` or `tls://` (NATS over TLS). */
  readonly hintsUrl: string;
  readonly databaseUrl: string;
  readonly db: Database;
  readonly log: Log;
  /** Called for a hint of anybody, and whenever hints may have been missed. */
  readonly wake: () => void;
}

/** What an engine does; hints.test.ts holds each to the same promises. */
export interface HintEngine {
  send(): void;
  stop(): Promise<void>;
}

/** Frequent changes share a hint. */
const togetherMs = 15;

export function createHints(options: HintsOptions): Hints {
  const engine = engineOf(options);
  let timer: NodeJS.Timeout | undefined;
  return {
    tell() {
      timer ??= setTimeout(() => {
        timer = undefined;
        engine.send();
      }, togetherMs).unref();
    },
    async stop() {
      clearTimeout(timer);
      await engine.stop();
    },
  };
}

function engineOf(options: HintsOptions): HintEngine {
  if (isPostgres(options.hintsUrl))
    return speakPostgres(options, () => sql`notify outbox`.execute(options.db));
  return /^rediss?:/.test(options.hintsUrl) ? speakRedis(options) : speakNats(options);
}

/** Then the database itself tells of every commit, and servers need not. */
export function isPostgres(hintsUrl: string): boolean {
  return hintsUrl.startsWith("postgres:");
}
