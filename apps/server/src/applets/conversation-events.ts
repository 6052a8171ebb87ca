// Conversation events reach applets through the outbox. Every server hears them; the run's key makes each count once.
import { sql } from "kysely";
import { matchTrigger } from "@parley/condition";
import type { LiveEvent } from "#platform/live.ts";
import type { Services } from "../context.ts";
import type { AppletEngine } from "./engine/engine.ts";
import { programsOf } from "./engine/program.ts";

const topics = [
  "conversation-started",
  "conversation-ended",
  "conversation-handed-off",
  "conversation-message",
] as const;
const replayMinutes = 10;

/** Listens from now on, and looks at what was published while no server was listening. */
export function hearConversations(services: Services, engine: AppletEngine): () => void {
  const handle = (event: LiveEvent) =>
    void startRuns(services, engine, event).catch((error: unknown) =>
      services.log.error({ error, outboxId: event.id }, "applets could not be told about a conversation"),
    );
  const removers = topics.map((topic) => services.live.on(topic, handle));
  void replay(services, handle).catch((error: unknown) =>
    services.log.warn({ error }, "could not look back for conversations"),
  );
  return () => removers.forEach((remove) => remove());
}

async function replay(services: Services, handle: (event: LiveEvent) => void): Promise<void> {
  const { rows } = await sql<LiveEvent>`
    select id, topic, payload from outbox
    where topic = any(${[...topics]}) and created_at > now() - make_interval(mins => ${replayMinutes})
    order by id`.execute(services.db);
  rows.forEach(handle);
}

async function startRuns(
  services: Services,
  engine: AppletEngine,
  { id, topic, payload }: LiveEvent,
): Promise<void> {
  const { projectId, environment, conversationId, text, chain } = payload;
  if (typeof projectId !== "string" || typeof environment !== "string") return;
  const config = await services.db
    .selectFrom("project_environment_configs as c")
    .innerJoin("environments as e", "e.id", "c.environment_id")
    .select("c.id")
    .where("c.project_id", "=", projectId)
    .where("e.name", "=", environment)
    .executeTakeFirst();
  if (!config) return;
  const event = {
    kind: topic,
    conversation: { ...payload, id: conversationId },
    ...(typeof text === "string" && { message: { text } }),
    ...(Array.isArray(chain) && { chain }),
  };
  for (const program of await programsOf(services.db, config.id)) {
    // An applet does not answer to what it caused itself.
    if (Array.isArray(chain) && chain.includes(program.instanceId)) continue;
    for (const trigger of program.triggers) {
      if (!matchTrigger(trigger.kind, trigger.options, event).matches) continue;
      await engine.submit({
        instanceId: program.instanceId,
        triggerId: trigger.id,
        triggerName: trigger.name,
        triggerKind: trigger.kind,
        event,
        idempotencyKey: `outbox ${id} ${trigger.id}`,
      });
    }
  }
}
