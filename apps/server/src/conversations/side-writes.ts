// What a step writes besides the conversation itself, in the same transaction: jobs, hand-offs, deliveries.
import { sql } from "kysely";
import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { addJob } from "#platform/jobs.ts";
import { plainText } from "./content.ts";
import type { Committed } from "./commit.ts";
import type { Draft } from "./draft.ts";
import { queueDelivery } from "./deliveries.ts";

/** How long somebody waits for a person before the bot goes on (decision 071). */
const patienceSeconds = { AGENT_FIRST: 60, BOT_THEN_AGENT: 300, BOT_ONLY: 300 } as const;

export function hasSideWrites(draft: Draft): boolean {
  return (
    draft.timers.length > 0 ||
    draft.handOff !== undefined ||
    draft.handOffEnd !== undefined ||
    draft.externalAgentId !== null
  );
}

export async function writeBeside(tx: Tx, draft: Draft, committed: Committed): Promise<void> {
  const { conversation } = committed;
  const job = { projectId: conversation.projectId, accountId: conversation.accountId };
  for (const { effectId, delayMs } of draft.timers) {
    await addJob(tx, {
      ...job,
      kind: "conversation-timer",
      objectId: conversation.id,
      payload: { conversationId: conversation.id, effectId },
      runAt: new Date(Date.now() + delayMs),
    });
  }
  if (draft.handOffEnd) await endHandOff(tx, draft);
  if (draft.handOff) {
    const handOffId = newId();
    const { effectId, skillTag, team, note } = draft.handOff;
    await tx
      .insertInto("conversation_hand_offs")
      .values({
        id: handOffId,
        conversation_id: conversation.id,
        effect_id: effectId,
        external_agent_id: draft.externalAgentId,
        skill_tag: skillTag,
        team,
        note,
      })
      .execute();
    await addJob(tx, {
      ...job,
      kind: "hand-off-patience",
      objectId: conversation.id,
      payload: { conversationId: conversation.id, handOffId },
      runAt: new Date(Date.now() + 1_000 * patienceSeconds[conversation.routing]),
    });
    if (draft.externalAgentId) {
      await queueDelivery(tx, conversation, draft.externalAgentId, "hand-off", {
        handOffId,
        skillTag,
        team,
        note,
      });
    }
    return;
  }
  await tellExternalAgent(tx, draft, committed);
}

async function endHandOff(tx: Tx, draft: Draft): Promise<void> {
  const isTaken = draft.handOffEnd === "TAKEN";
  await sql`update conversation_hand_offs set status = ${draft.handOffEnd ?? "DONE"},
      agent_id = coalesce(${draft.agentId}::uuid, agent_id),
      taken_at = case when ${isTaken} then now() else taken_at end,
      done_at = case when ${isTaken} then null else now() end
    where conversation_id = ${draft.conversation.id} and status in ('WAITING', 'TAKEN')`.execute(tx);
}

async function tellExternalAgent(tx: Tx, draft: Draft, committed: Committed): Promise<void> {
  const { conversation, messages } = committed;
  const integrationId = draft.externalAgentId;
  if (!integrationId) return;
  const wasWithPeople = draft.conversation.status === "WAITING" || draft.conversation.status === "AGENT";
  if (!wasWithPeople) return;
  for (const message of messages.filter((each) => each.author === "visitor")) {
    const { sequence, content, createdAt } = message;
    const payload = { sequence, content, text: plainText(content), createdAt };
    await queueDelivery(tx, conversation, integrationId, "message", payload);
  }
  if (conversation.status === "ENDED" || conversation.status === "BOT") {
    await queueDelivery(tx, conversation, integrationId, "closed", { outcome: conversation.outcome });
  }
}
