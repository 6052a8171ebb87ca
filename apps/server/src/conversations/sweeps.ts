// What nobody is looking after: effects whose server died, and conversations that fell silent.
import { sql } from "kysely";
import { advance } from "./advance.ts";
import { afterEffect } from "./after-effect.ts";
import type { Chat } from "./chat.ts";
import { readConversation } from "./conversation.ts";
import { end } from "./phases.ts";

const effectsEveryMs = 2_000;
const silenceEveryMs = 60_000;
const silentAfter = "24 hours";

export function startSweeps(chat: Chat): { stop(): void } {
  const { log } = chat.services;
  const safely = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => log.warn({ error }, "a sweep of conversations failed, will retry"));
  const timers = [
    setInterval(
      safely(() => takeOverEffects(chat)),
      effectsEveryMs,
    ),
    setInterval(
      safely(() => endSilent(chat)),
      silenceEveryMs,
    ),
  ];
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}

/** Another server promised to carry them out and did not. */
export async function takeOverEffects(chat: Chat): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update conversations set effect_lease_until = now() + interval '60 seconds'
    where id in (select id from conversations where pending_effect is not null and effect_lease_until < now()
      order by effect_lease_until limit 20 for update skip locked)
    returning id`.execute(chat.services.db);
  await Promise.all(
    rows.map(async ({ id }) => {
      const conversation = await readConversation(chat.services.db, id);
      if (conversation?.pendingEffect) await afterEffect(chat, conversation, conversation.pendingEffect);
    }),
  );
}

/** The server stops: others need not wait until the lease is over. */
export async function giveBackEffects(chat: Chat): Promise<void> {
  if (chat.working.size === 0) return;
  await sql`update conversations set effect_lease_until = now()
    where id = any(${[...chat.working]}::uuid[]) and pending_effect is not null`
    .execute(chat.services.db)
    .catch(() => undefined);
}

export async function endSilent(chat: Chat, after = silentAfter): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations where status <> 'ENDED' and last_activity_at < now() - ${after}::interval
      -- Follows from the line above, and is what the index knows.
      and started_at < now() - ${after}::interval
    order by last_activity_at limit 200`.execute(chat.services.db);
  for (const { id } of rows) {
    await advance(chat, id, (draft) => {
      if (draft.status === "WAITING" || draft.status === "AGENT") draft.handOffEnd = "DONE";
      end(draft, draft.outcome || "abandoned");
    });
  }
}
