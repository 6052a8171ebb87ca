// What a running server is made of (Services), and what one call sees of it (Context).
import DataLoader from "dataloader";
import type pg from "pg";
import type { GrantsMemory, Viewer } from "#access/viewer.ts";
import type { ChangeContext } from "#platform/change.ts";
import type { Config } from "#platform/config.ts";
import type { Database, Db } from "#platform/database.ts";
import type { DatabaseWatch } from "#platform/database-watch.ts";
import type { Once } from "#platform/idempotency.ts";
import type { FileStore } from "#platform/files/files.ts";
import type { FairShare } from "#platform/http/fair-share.ts";
import type { Live, LiveEvent } from "#platform/live.ts";
import type { Log } from "#platform/log.ts";
import type { Mailer } from "#platform/mail/mailer.ts";
import type { Outgoing } from "#platform/outgoing/outgoing.ts";
import type { Secrets } from "#platform/secrets/secrets.ts";
import type { SentenceEncoder } from "#domains/nlu";
import type { ScriptSandbox } from "#domains/script-sandbox";
import type { IdentityProvider } from "./identity/index.ts";

export interface SignedIn {
  readonly userId: string;
  readonly sessionId: string;
}

export interface Services {
  readonly config: Config;
  readonly log: Log;
  readonly db: Database;
  readonly pool: pg.Pool;
  /** Off where the database has no role for it (decision 130). */
  readonly isRowSecurityOn: boolean;
  readonly databaseWatch: DatabaseWatch;
  readonly live: Live;
  readonly outgoing: Outgoing;
  readonly secrets: Secrets;
  readonly files: FileStore;
  /** One answer per idempotency key. */
  readonly once: Once;
  /** How much of this server each organisation may use. */
  readonly fairShare: FairShare;
  readonly mailer: Mailer;
  /** Where bot scripts run and can harm nobody. */
  readonly scripts: ScriptSandbox;
  /** Reads English sentences for bots that were trained with it; undefined without the add-on. */
  readonly sentences: SentenceEncoder | undefined;
  /** The built-in provider; undefined when PROVIDER_URL names another one. */
  readonly identity: IdentityProvider | undefined;
  /** What people were found to hold, for at most a second; forgotten when somebody's access changes. */
  readonly grants: GrantsMemory;
  /** Who the session cookie belongs to, according to the provider. */
  readonly whoami: (cookie: string | undefined) => Promise<SignedIn | undefined>;
  /** What of a cookie header says whose call it is: all of it where the provider is another one's. */
  readonly sessionOf: (cookie: string | undefined) => string | undefined;
}

export interface Context extends Services, ChangeContext {
  readonly viewer: Viewer;
  readonly requestId: string;
  /** Set by recordAudit(); a mutation that changes something and writes no entry is a defect. */
  hasAudited: boolean;
  readonly loaders: Map<unknown, DataLoader<unknown, unknown>>;
}

/** What one root field sees: its own questions and its own audit entry, so that they do not count for another field. */
export function callOf(ctx: Context): Context {
  return { ...ctx, viewer: { ...ctx.viewer, hasAsked: false }, operation: undefined, hasAudited: false };
}

/** One DataLoader per request and batch function: `load(ctx, teamsByIds, id)`. */
export function load<K, V>(
  ctx: Context,
  batch: (db: Db, keys: readonly K[]) => Promise<readonly V[]>,
  key: K,
): Promise<V> {
  let loader = ctx.loaders.get(batch) as DataLoader<K, V> | undefined;
  if (!loader) {
    loader = new DataLoader<K, V>((keys) => batch(ctx.db, keys));
    ctx.loaders.set(batch, loader as DataLoader<unknown, unknown>);
  }
  return loader.load(key);
}

/** The same for a batch that needs more than its keys: `name` says which, arguments included. */
export function loadBy<K, V>(
  ctx: Context,
  name: string,
  key: K,
  batch: (keys: readonly K[]) => Promise<readonly V[]>,
): Promise<V> {
  let loader = ctx.loaders.get(name) as DataLoader<K, V> | undefined;
  if (!loader) {
    loader = new DataLoader<K, V>(batch);
    ctx.loaders.set(name, loader as DataLoader<unknown, unknown>);
  }
  return loader.load(key);
}

/** A subscription: the value now, and again after every relevant event, with access asked anew each time. */
export function watch<T>(
  ctx: Context,
  topics: readonly string[],
  source: { isRelevant?(event: LiveEvent): boolean; read(): Promise<T> },
): AsyncIterableIterator<T> {
  // Somebody's rights changing is an event of every subscription of theirs: reading asks again.
  const events = ctx.live.subscribe([...topics, "access-changed"]);
  const concernsViewer = ({ payload }: LiveEvent) =>
    !Array.isArray(payload["userIds"]) || payload["userIds"].includes(ctx.viewer.userId);
  let isFirst = true;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      while (!isFirst) {
        const event = await events.next();
        if (event.done) return { value: undefined, done: true };
        const isRelevant =
          event.value.topic === "access-changed"
            ? concernsViewer(event.value)
            : (source.isRelevant?.(event.value) ?? true);
        if (isRelevant) break;
      }
      isFirst = false;
      ctx.grants.forget();
      ctx.viewer.forget();
      ctx.loaders.clear();
      return { value: await source.read(), done: false };
    },
    async return() {
      await events.return?.();
      return { value: undefined, done: true };
    },
  };
}
