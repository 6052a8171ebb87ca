// Conversation events reach applets through the outbox. Every server hears them; the run's key makes each count once.
import { sql } from "kysely";
import { matchTrigger } from "@parley/condition";
import { isId } from "#platform/ids.ts";
import type { LiveEvent } from "#platform/live.ts";
import type { Services } from "../context.ts";
import type { AppletEngine } from "./engine/engine.ts";
import { type Program, programsOf } from "./engine/program.ts";

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
  const { projectId, environment, conversationId, chain } = payload;
  if (typeof projectId !== "string" || typeof environment !== "string") return;
  const programs = (await programsIn(services, projectId, environment)).filter((program) =>
    program.triggers.some((trigger) => trigger.kind === topic),
  );
  if (programs.length === 0) return;
  const message = topic === "conversation-message" ? await visitorMessage(services, payload) : undefined;
  if (topic === "conversation-message" && !message) return;
  const event = {
    kind: topic,
    conversation: { ...payload, id: conversationId },
    ...(message && { message: { text: message.text } }),
    ...(Array.isArray(chain) && { chain }),
  };
  // The same message is told again with the bot's answers to it: its number makes it count once.
  const key = message ? `message ${String(conversationId)} ${message.sequence}` : `outbox ${id}`;
  for (const program of programs) {
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
        idempotencyKey: `${key} ${trigger.id}`,
      });
    }
  }
}

const rememberMs = 2_000;
const remembered = new Map<string, { readonly programs: Promise<Program[]>; readonly until: number }>();

/** Conversations speak often and applets change rarely. Whether an applet is active is asked again when it runs. */
function programsIn(services: Services, projectId: string, environment: string): Promise<Program[]> {
  const key = `${projectId} ${environment}`;
  const known = remembered.get(key);
  if (known && known.until > performance.now()) return known.programs;
  if (remembered.size > 5_000) remembered.clear();
  const programs = loadPrograms(services, projectId, environment);
  remembered.set(key, { programs, until: performance.now() + rememberMs });
  return programs;
}

async function loadPrograms(services: Services, projectId: string, environment: string): Promise<Program[]> {
  const config = await services.db
    .selectFrom("project_environment_configs as c")
    .innerJoin("environments as e", "e.id", "c.environment_id")
    .select("c.id")
    .where("c.project_id", "=", projectId)
    .where("e.name", "=", environment)
    .executeTakeFirst();
  return config ? programsOf(services.db, config.id) : [];
}

/** The visitor's last words at that point of the conversation; nothing for test runs from the console. */
async function visitorMessage(
  services: Services,
  { conversationId, sequence }: Record<string, unknown>,
): Promise<{ text: string; sequence: number } | undefined> {
  if (!isId(conversationId) || typeof sequence !== "number") return undefined;
  const { rows } = await sql<{ text: string; sequence: number }>`
    select m.text, m.sequence from conversation_messages m join conversations c on c.id = m.conversation_id
    where m.conversation_id = ${conversationId} and m.sequence <= ${sequence} and m.author = 'visitor' and not c.is_test
    order by m.sequence desc limit 1`.execute(services.db);
  return rows[0];
}
