// Servers tell each other who uses much, over the outbox, so that a page gets no more from several than from one
// (decision 195).
import { createHash } from "node:crypto";
import { newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";
import type { Services } from "../../context.ts";
import { createLimiter, type Limiter } from "./limiter.ts";

const topic = "page-limit";
const rate = { most: 120, perSeconds: 60 };

export function limitsOfAllServers({ db, live, log }: Pick<Services, "db" | "live" | "log">) {
  const server = newId();
  const limiterOf = (kind: string): Limiter =>
    createLimiter(rate, (key, count) => {
      publish(db, topic, { server, kind, key, count }).catch((error: unknown) =>
        log.warn({ error }, "could not tell other servers who calls often"),
      );
    });
  const limiters = new Map(["reads", "runs"].map((kind) => [kind, limiterOf(kind)]));
  live.on(topic, ({ payload }) => {
    const { kind, key, count } = payload;
    if (payload["server"] === server || typeof key !== "string" || typeof count !== "number") return;
    limiters.get(String(kind))?.takenElsewhere(key, count);
  });
  const take =
    (kind: string) =>
    (who: string, count = 1): number =>
      limiters.get(kind)?.take(digestOf(who), count) ?? 0;
  return { reads: take("reads"), runs: take("runs") };
}

/** Addresses of visitors are nothing to be kept in the outbox. */
function digestOf(who: string): string {
  return createHash("sha256").update(who).digest("base64url").slice(0, 22);
}
