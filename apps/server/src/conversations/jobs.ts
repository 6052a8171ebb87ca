// Waits that outlive a server: a flow's timer, and how long somebody waits for a person.
import type { RunningJob } from "#platform/jobs.ts";
import type { Services } from "../context.ts";
import { advance } from "./advance.ts";
import { createChat } from "./chat.ts";
import { timerIsOver } from "./hear.ts";
import { nobodyCame } from "./people.ts";

export async function endWait(services: Services, job: RunningJob): Promise<void> {
  const chat = createChat(services);
  const { conversationId, effectId } = job.payload;
  await advance(chat, String(conversationId), (draft) => timerIsOver(chat, draft, String(effectId)));
}

export async function endPatience(services: Services, job: RunningJob): Promise<void> {
  const chat = createChat(services);
  const { conversationId, handOffId } = job.payload;
  const handOff = await services.db
    .selectFrom("conversation_hand_offs")
    .select("status")
    .where("id", "=", String(handOffId))
    .executeTakeFirst();
  if (handOff?.status !== "WAITING") return;
  await advance(chat, String(conversationId), (draft) => nobodyCame(chat, draft));
}
