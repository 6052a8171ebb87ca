// What each server action does: one line per kind.
import { sql } from "kysely";
import type { ActionKind } from "#domains/packages";
import { Invalid } from "#platform/errors.ts";
import { isId, newId } from "#platform/ids.ts";
import { addJob } from "#platform/jobs.ts";
import { publish } from "#platform/live.ts";
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

async function addNote({ services, program, input, event }: ActionCall): Promise<Record<string, unknown>> {
  const conversationId = await conversationOf({ services, program, input, event });
  const id = newId();
  await services.db.transaction().execute(async (tx) => {
    await tx
      .insertInto("conversation_notes")
      .values({
        id,
        conversation_id: conversationId,
        author_name: program.name,
        text: textOf(input["text"]).slice(0, 5_000) || "(empty)",
      })
      .execute();
    await publish(tx, "conversation-note", { conversationId, projectId: program.projectId });
  });
  return { noteId: id, conversationId };
}

/** The chat runtime owns the conversation: it is asked with a job of its own, which it runs once. */
async function startBotFlow(call: ActionCall): Promise<Record<string, unknown>> {
  const { services, program, input } = call;
  const conversationId = await conversationOf(call);
  const jobId = await services.db.transaction().execute((tx) =>
    addJob(tx, {
      kind: "conversation-start-flow",
      accountId: program.accountId,
      projectId: program.projectId,
      objectId: conversationId,
      payload: {
        conversationId,
        botId: textOf(input["botId"]),
        node: textOf(input["node"]),
        chain: [...call.chain],
      },
    }),
  );
  return { conversationId, jobId };
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
        .executeTakeFirst()
    : undefined;
  if (!found) throw new Invalid("conversationId", "There is no such conversation in this project.");
  return found.id;
}
