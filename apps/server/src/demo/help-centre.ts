// A customer of the project Help centre with bots, a channel, a stream and a widget in Sandbox and in Live.
import { entityPath, filePaths, slotPath } from "@parley/bot-data";
import { sql } from "kysely";
import { z } from "zod";
import {
  collectUtterance,
  deployVersion,
  insertVersion,
  readFiles,
  validateVersionFiles,
  writeFiles,
} from "#domains/bots";
import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { addJob } from "#platform/jobs.ts";
import type { Services } from "../context.ts";
import {
  deliverySlots,
  entities,
  feedbackFlow,
  helperFlow,
  intents,
  orderScript,
  unsureOf,
} from "./help-centre-flow.ts";
import { insertPastConversations } from "./past-conversations.ts";

export async function seedHelpCentre(tx: Tx, services: Services): Promise<void> {
  const project = await tx
    .selectFrom("projects")
    .select(["id", "account_id"])
    .where("name", "=", "Help centre")
    .executeTakeFirst();
  if (!project) return;
  const customerId = newId();
  await tx
    .insertInto("customers")
    .values({
      id: customerId,
      project_id: project.id,
      name: "Northwind Shop",
      description: "Orders, returns and opening hours of the web shop",
    })
    .execute();
  const place = { projectId: project.id, accountId: project.account_id, customerId };
  const helper = await aBot(tx, services, place, "Order helper", [
    { filePath: filePaths.flow, content: JSON.stringify({ nodes: helperFlow() }, null, 2) },
    { filePath: `${filePaths.scripts}order-status.js`, content: orderScript },
    { filePath: slotPath("change_delivery"), content: `${JSON.stringify(deliverySlots, null, 2)}\n` },
    ...Object.entries(entities).map(([name, definition]) => ({
      filePath: entityPath(name),
      content: `${JSON.stringify(definition, null, 2)}\n`,
    })),
    ...Object.entries(intents).map(([name, utterances]) => ({
      filePath: `${filePaths.intents}${name}.txt`,
      content: `${utterances.join("\n")}\n`,
    })),
  ]);
  for (const { text, intent, score, times } of unsureOf) {
    for (let i = 0; i < times; i += 1) {
      const { botId, versionId } = helper;
      const reason = "LOW_CONFIDENCE";
      await collectUtterance(tx, { botId, versionId, text, suggestedIntent: intent, score, reason });
    }
  }
  const feedback = await aBot(tx, services, place, "Feedback", [
    { filePath: filePaths.flow, content: JSON.stringify({ nodes: feedbackFlow() }, null, 2) },
  ]);
  const replies = {
    Greeting: "Hello, my name is … and I take over from Nori. Give me a moment to read what you wrote.",
    "Order is late":
      "I am sorry that your order is late. I have asked the warehouse and come back to you today.",
    Goodbye: "Is there anything else I can do? Otherwise I wish you a good day.",
  };
  for (const [title, text] of Object.entries(replies)) {
    await tx
      .insertInto("canned_replies")
      .values({ id: newId(), project_id: project.id, title, text })
      .execute();
  }
  for (const environment of ["Sandbox", "Live"] as const) {
    const channel = await aChannel(tx, place, environment, helper.botId, feedback.botId);
    if (environment !== "Live") continue;
    await insertPastConversations(
      tx,
      {
        ...place,
        ...channel,
        helper: { ...helper, flow: { nodes: helperFlow() } },
        feedback: { ...feedback, flow: { nodes: feedbackFlow() } },
      },
      async (input) => {
        const result = await services.scripts.runScript({ code: orderScript, input, owner: place.accountId });
        return z.json().parse(result.output);
      },
    );
  }
}

async function aBot(
  tx: Tx,
  services: Services,
  place: { projectId: string; accountId: string; customerId: string },
  name: string,
  files: readonly { filePath: string; content: string }[],
): Promise<{ botId: string; versionId: string }> {
  const botId = newId();
  const { projectId, accountId, customerId } = place;
  await tx
    .insertInto("bots")
    .values({ id: botId, project_id: projectId, customer_id: customerId, name })
    .execute();
  const versionId = await insertVersion(tx, {
    botId,
    label: "First release",
    note: "What visitors meet today",
  });
  await writeFiles(tx, versionId, files, undefined);
  const messages = await validateVersionFiles({
    files: await readFiles(tx, versionId),
    assetIds: [],
    checkScript: (code) => services.scripts.checkScript(code),
  });
  await sql`update bot_versions set validated_hash = content_hash, validated_at = now(),
    validation_messages = ${JSON.stringify(messages)}::jsonb where id = ${versionId}`.execute(tx);
  for (const environment of ["Sandbox", "Live"]) {
    await deployVersion(tx, { botId, versionId, environment, isForced: false, userId: undefined });
  }
  if (files.some((file) => file.filePath.startsWith(filePaths.intents))) {
    const jobId = await addJob(tx, {
      kind: "train-bot-version",
      accountId,
      projectId,
      objectId: versionId,
      payload: { versionId },
    });
    await tx
      .updateTable("bot_versions")
      .set({ training_job_id: jobId })
      .where("id", "=", versionId)
      .execute();
  }
  return { botId, versionId };
}

async function aChannel(
  tx: Tx,
  place: { projectId: string; customerId: string },
  environment: "Sandbox" | "Live",
  startBotId: string,
  endBotId: string,
): Promise<{ pypeId: string; streamId: string; widgetId: string }> {
  const [pypeId, streamId, widgetId] = [newId(), newId(), newId()];
  await tx
    .insertInto("pypes")
    .values({
      id: pypeId,
      project_id: place.projectId,
      customer_id: place.customerId,
      environment,
      name: "Web shop",
      description: "The chat on every page of the shop",
      agent_routing: "BOT_THEN_AGENT",
    })
    .execute();
  await tx
    .insertInto("streams")
    .values({
      id: streamId,
      pype_id: pypeId,
      name: "Customer care",
      description: "Nori first, people when needed, then a question about how it was",
      start_chat_bot_id: startBotId,
      end_chat_bot_id: endBotId,
    })
    .execute();
  const style = {
    title: "Northwind help",
    subtitle: "Nori answers at once, people during the day",
    color: environment === "Live" ? "#0f7173" : "#96600f",
    textColor: "#ffffff",
    launcherLabel: "Need help?",
  };
  await tx
    .insertInto("widgets")
    .values({
      id: widgetId,
      pype_id: pypeId,
      stream_id: streamId,
      widget_name: "Corner chat",
      style: JSON.stringify(style),
    })
    .execute();
  return { pypeId, streamId, widgetId };
}
