// What each server action does: one line per kind.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { addNote as addNoteTo, startFlow } from "#domains/conversations";
import type { ActionKind } from "#domains/packages";
import { Invalid } from "#platform/errors.ts";
import { isId, newId } from "#platform/ids.ts";
import { composeMail } from "#platform/mail/mail.ts";
import { isObject } from "#domains/packages";
import { type ActionCall, type RunAction, Retryable, textOf } from "./action.ts";
import { httpRequest } from "./http-request.ts";

export const serverActions: Partial<Record<ActionKind, RunAction>> = {
  "http-request": httpRequest,
  "send-email": sendEmail,
  "set-variable": setVariable,
  "analytics-event": recordEvent,
  "add-note": addNote,
  "start-bot-flow": startBotFlow,
};

async function sendEmail({ services, input }: ActionCall): Promise<Record<string, unknown>> {
  const paragraphs = textOf(input["text"])
    .split(/\n+/)
    .filter((line) => line.trim() !== "");
  const to = textOf(input["to"]).trim();
  try {
    await services.mailer.send(to, composeMail("applet", textOf(input["subject"]), paragraphs));
  } catch (error) {
    if (error instanceof Invalid) throw new Invalid("to", `“${to.slice(0, 100)}” is not one e-mail address.`);
    throw new Retryable(error instanceof Error ? error.message : String(error));
  }
  return { to };
}

async function setVariable({ services, program, input }: ActionCall): Promise<Record<string, unknown>> {
  const name = textOf(input["name"]);
  const value = input["value"] ?? null;
  if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name))
    throw new Invalid("name", "A variable's name has letters, digits and _.");
  if (JSON.stringify(value).length > 4_000)
    throw new Invalid("value", "A variable holds at most 4,000 characters.");
  await sql`insert into applet_variables (project_environment_config_id, name, value)
    values (${program.configId}, ${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (project_environment_config_id, name) do update set value = excluded.value, updated_at = now()`.execute(
    services.db,
  );
  return { [name]: value };
}

async function recordEvent({ services, program, input }: ActionCall): Promise<Record<string, unknown>> {
  const id = newId();
  await services.db
    .insertInto("analytics_events")
    .values({
      id,
      project_id: program.projectId,
      project_environment_config_id: program.configId,
      name: textOf(input["name"]).slice(0, 200),
      properties: JSON.stringify(isObject(input["properties"]) ? input["properties"] : {}),
      source: `applet:${program.instanceId}`,
    })
    .execute();
  return { id };
}

async function addNote(call: ActionCall): Promise<Record<string, unknown>> {
  const { services, program, input } = call;
  const conversationId = await conversationOf(call);
  const { projectId, name: authorName } = program;
  const text = textOf(input["text"]).trim();
  if (text === "") throw new Invalid("text", "The note has no text.");
  const id = idFrom(call.idempotencyKey);
  await services.db
    .transaction()
    .execute((tx) => addNoteTo(tx, { id, conversationId, projectId, authorName, text }));
  return { noteId: id, conversationId };
}

async function startBotFlow(call: ActionCall): Promise<Record<string, unknown>> {
  const { services, program, input } = call;
  const conversationId = await conversationOf(call);
  const node = textOf(input["node"]);
  const { botName } = await startFlow(services, {
    conversationId,
    projectId: program.projectId,
    botId: textOf(input["botId"]),
    node,
    key: call.idempotencyKey,
  });
  return { conversationId, bot: botName, ...(node !== "" && { node }) };
}

/** The same for every attempt. */
function idFrom(key: string): string {
  const hex = createHash("sha256").update(key).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function conversationOf({
  services,
  program,
  input,
  event,
}: Pick<ActionCall, "services" | "program" | "input" | "event">): Promise<string> {
  const { conversation } = event;
  const id =
    textOf(input["conversationId"]) || textOf(isObject(conversation) ? conversation["id"] : undefined);
  const found = isId(id)
    ? await services.db
        .selectFrom("conversations")
        .select("id")
        .where("id", "=", id)
        .where("project_id", "=", program.projectId)
        .where("environment", "=", program.environmentName)
        .executeTakeFirst()
    : undefined;
  if (!found) throw new Invalid("conversationId", "There is no such conversation in this environment.");
  return found.id;
}
