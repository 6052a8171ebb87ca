// Holds every organisation to its share of this server. A call beyond it is refused as soon as its headers are there,
// before its body is read and its session is looked up: refusing must cost next to nothing, or a flood is one anyway.
import type { IncomingHttpHeaders } from "node:http";
import type { DirectAnswer, DirectCall } from "#platform/http/direct-posts.ts";
import { tooMuch } from "#platform/http/fair-share.ts";
import type { InTurn } from "#platform/change.ts";
import { createTurns } from "#platform/http/turns.ts";
import type { Services } from "./context.ts";

export interface FairCalls {
  /**
   * For a call of which only the headers are known: refuses that of a caller who is known to be beyond their
   * organisation's share, and lets one that is within it wait for its turn.
   */
  begin(call: Pick<DirectCall, "request" | "response">): Begun | Promise<Begun>;
  /** For the transactions of a call: those of one organisation take turns, and never every connection. */
  inTurn(headers: IncomingHttpHeaders, userId: string): InTurn;
  /** Counts a call that was not counted when it began, once it is known whose it is. Throws TooMany. */
  count(headers: IncomingHttpHeaders, userId: string): Promise<void>;
}

export interface Begun {
  readonly isCounted: boolean;
  readonly refusal?: DirectAnswer;
}

const counted: Begun = { isCounted: true };
const uncounted: Begun = { isCounted: false };

const mostCallers = 50_000;
/** Where the provider is another one's this is all cookies, and anybody may send many and fill the memory with them. */
const longestSession = 4_096;
/** A person who moves to another organisation counts for it after this. */
const keepMs = 30_000;

/** Few: on the one thread of a server everybody else waits behind all that run. */
const shareOfPool = 0.25;
const patienceMs = 250;
/** Writers of one organisation wait for one another anyway, for the end of its audit chain; reading goes on meanwhile. */
const writersShareOfPool = 0.25;
const writersPatienceMs = 5_000;

const toldEveryMs = 60_000;
const mostTold = 1_000;

type Shares = Pick<Services, "db" | "databaseWatch" | "fairShare" | "config" | "log" | "sessionOf">;

export function createFairCalls(
  { db, databaseWatch, fairShare, config, log, sessionOf }: Shares,
  now = () => performance.now(),
): FairCalls {
  const ofPool = (share: number) => Math.max(1, Math.floor(config.databasePool * share));
  const turns = createTurns({ atOnce: ofPool(shareOfPool), patienceMs });
  const writers = createTurns({ atOnce: ofPool(writersShareOfPool), patienceMs: writersPatienceMs });
  const callers = new Map<string, { tenant: string; until: number }>();
  const told = new Map<string, number>();
  /** Whoever runs the server must be able to find out whose flood it is; a line for each call would be one too. */
  function tell(accountId: string): void {
    const at = now();
    if ((told.get(accountId) ?? 0) > at) return;
    if (told.size >= mostTold) told.clear();
    told.set(accountId, at + toldEveryMs);
    log.warn({ accountId }, "an organisation sends more than its share");
  }
  return {
    begin({ request: { headers }, response }) {
      const caller = callers.get(sessionOf(headers.cookie) ?? "");
      if (!caller || caller.until < now() || isOurOwn(headers)) return uncounted;
      const seconds = fairShare.secondsToWait(caller.tenant);
      if (seconds > 0) {
        tell(caller.tenant);
        return { isCounted: true, refusal: seconds === 1 ? usualRefusal : refusal(seconds) };
      }
      // Most begin at once.
      let begin: ((begun: Begun) => void) | undefined;
      let hasBegun = false;
      const leave = turns.enter(caller.tenant, () => {
        hasBegun = true;
        begin?.(counted);
      });
      response.on("close", leave);
      return hasBegun ? counted : new Promise((resolve) => (begin = resolve));
    },
    inTurn:
      ({ cookie }, userId) =>
      (work) => {
        const tenant = callers.get(sessionOf(cookie) ?? "")?.tenant ?? userId;
        return writers.run(tenant, work);
      },
    async count({ cookie }, userId) {
      const tenant = await databaseWatch.during(() => tenantOf(db, userId));
      const session = sessionOf(cookie);
      if (session !== undefined && session.length <= longestSession) {
        // Whoever is remembered for longest comes first.
        callers.delete(session);
        if (callers.size >= mostCallers) callers.delete(callers.keys().next().value ?? "");
        callers.set(session, { tenant, until: now() + keepMs });
      }
      fairShare.take(tenant);
    },
  };
}

/** The server's own calls count for nobody. */
function isOurOwn(headers: IncomingHttpHeaders): boolean {
  return headers["x-hasura-admin-secret"] !== undefined;
}

/** A person counts for their home organisation. */
async function tenantOf(db: Services["db"], userId: string): Promise<string> {
  const user = await db
    .selectFrom("users")
    .select("default_account_id")
    .where("id", "=", userId)
    .executeTakeFirst();
  return user?.default_account_id ?? userId;
}

function refusal(seconds: number): DirectAnswer {
  const { message, extensions } = tooMuch(seconds);
  return {
    status: 429,
    body: JSON.stringify({ data: null, errors: [{ message, extensions }] }),
    headers: ["retry-after", String(seconds)],
  };
}
const usualRefusal = refusal(1);
