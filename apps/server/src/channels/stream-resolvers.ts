import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import { findBot } from "#domains/bots";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid } from "#platform/errors.ts";
import { isId, newId } from "#platform/ids.ts";
import { refuseStaleRow } from "#platform/versions.ts";
import { load, type Context } from "../context.ts";
import { checkedName, entry, pypeOf, requireCustomer, streamOf } from "./find.ts";
import { streamsOfPypes } from "./queries.ts";
import { twins } from "./twins.ts";

type Mutations = NonNullable<Resolvers["Mutation"]>;
type Queries = NonNullable<Resolvers["Query"]>;

export const streamQueries: Queries = {
  ...twins(
    "getCustomerStreams",
    (environment): NonNullable<Queries["getCustomerStreamsLive"]> =>
      async (_, { projectId, customerId, pypeId }, ctx) => {
        await requireAccess(ctx.viewer, "channel.read", { projectId });
        await requireCustomer(ctx, projectId, customerId);
        await pypeOf(ctx, projectId, environment, pypeId);
        return load(ctx, streamsOfPypes, pypeId);
      },
  ),
};

export const streamMutations: Mutations = {
  ...twins(
    "createStream",
    (environment): NonNullable<Mutations["createStreamLive"]> =>
      async (_, { customerId, pypeId, name: given, description, projectId }, ctx) => {
        const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
        await requireCustomer(ctx, projectId, customerId);
        const pype = await pypeOf(ctx, projectId, environment, pypeId);
        const name = checkedName("name", given);
        const id = await change(ctx, async (tx) => {
          await refuseTakenName(ctx, pypeId, name, undefined);
          const streamId = newId();
          await tx
            .insertInto("streams")
            .values({
              id: streamId,
              pype_id: pypeId,
              name,
              description: description ?? "",
              updated_by: ctx.viewer.userId ?? null,
            })
            .execute();
          await recordAudit(tx, ctx, {
            ...entry(grants, "stream", streamId, name),
            action: "stream.created",
            message: `created the stream ${name} in the ${environment} channel ${pype.name}`,
          });
          return streamId;
        });
        return streamOf(ctx, pypeId, id);
      },
  ),
  ...twins(
    "updateStream",
    (environment): NonNullable<Mutations["updateStreamLive"]> =>
      async (_, { customerId, pypeId, streamId, name, description, version, projectId }, ctx) => {
        const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
        await requireCustomer(ctx, projectId, customerId);
        await pypeOf(ctx, projectId, environment, pypeId);
        const before = await streamOf(ctx, pypeId, streamId);
        const values = {
          ...(name != null && { name: checkedName("name", name) }),
          ...(description != null && { description }),
        };
        await change(ctx, async (tx) => {
          if (values.name) await refuseTakenName(ctx, pypeId, values.name, streamId);
          await refuseStaleRow(tx, "streams", streamId, version, values);
          await tx
            .updateTable("streams")
            .set((eb) => ({
              ...values,
              version: eb("version", "+", 1),
              updated_at: new Date(),
              updated_by: ctx.viewer.userId ?? null,
            }))
            .where("id", "=", streamId)
            .execute();
          await recordAudit(tx, ctx, {
            ...entry(grants, "stream", streamId, before.name),
            action: "stream.updated",
            message: `changed the ${environment} stream ${before.name}`,
            before: { name: before.name, description: before.description },
            after: values,
          });
        });
        return streamOf(ctx, pypeId, streamId);
      },
  ),
  ...twins(
    "deleteStream",
    (environment): NonNullable<Mutations["deleteStreamLive"]> =>
      async (_, { customerId, pypeId, streamId, projectId }, ctx) => {
        const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
        await requireCustomer(ctx, projectId, customerId);
        await pypeOf(ctx, projectId, environment, pypeId);
        const stream = await streamOf(ctx, pypeId, streamId);
        await change(ctx, async (tx) => {
          await tx.deleteFrom("streams").where("id", "=", streamId).execute();
          await recordAudit(tx, ctx, {
            ...entry(grants, "stream", streamId, stream.name),
            action: "stream.deleted",
            message: `deleted the ${environment} stream ${stream.name} with its widgets`,
          });
        });
        return streamId;
      },
  ),
  ...twins(
    "updateStreamBot",
    (environment): NonNullable<Mutations["updateStreamBotLive"]> =>
      async (_, args, ctx) => {
        const { pypeId, streamId, customerId, projectId } = args;
        const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
        await requireCustomer(ctx, projectId, customerId);
        await pypeOf(ctx, projectId, environment, pypeId);
        const before = await streamOf(ctx, pypeId, streamId);
        const startBot = await botFor(ctx, projectId, customerId, "startChatBotId", args.startChatBotId);
        const endBot = await botFor(ctx, projectId, customerId, "endChatBotId", args.endChatBotId);
        await change(ctx, async (tx) => {
          await tx
            .updateTable("streams")
            .set((eb) => ({
              start_chat_bot_id: startBot?.id ?? null,
              end_chat_bot_id: endBot?.id ?? null,
              start_chat_bot_enabled: args.startChatBotEnabled ?? true,
              end_chat_bot_enabled: args.endChatBotEnabled ?? true,
              auto_start_with_bot: true,
              bot_enabled: true,
              version: eb("version", "+", 1),
              updated_at: new Date(),
              updated_by: ctx.viewer.userId ?? null,
            }))
            .where("id", "=", streamId)
            .execute();
          await recordAudit(tx, ctx, {
            ...entry(grants, "stream", streamId, before.name),
            action: "stream.bots-changed",
            message: `lets ${startBot?.botName ?? "no bot"} start and ${endBot?.botName ?? "no bot"} end chats of the ${environment} stream ${before.name}`,
            before: { startChatBotId: before.start_chat_bot_id, endChatBotId: before.end_chat_bot_id },
            after: { startChatBotId: startBot?.id ?? null, endChatBotId: endBot?.id ?? null },
          });
        });
        return streamOf(ctx, pypeId, streamId);
      },
  ),
};

async function botFor(
  ctx: Context,
  projectId: string,
  customerId: string,
  field: string,
  id: string | null | undefined,
) {
  if (id == null) return undefined;
  const bot = isId(id) ? await findBot(ctx.db, projectId, id) : undefined;
  if (!bot || bot.customerId !== customerId)
    throw new Invalid(field, "There is no such bot for this customer.");
  return bot;
}

async function refuseTakenName(ctx: Context, pypeId: string, name: string, exceptId: string | undefined) {
  const [streams] = await streamsOfPypes(ctx.db, [pypeId]);
  if (streams?.some((stream) => stream.name.toLowerCase() === name.toLowerCase() && stream.id !== exceptId)) {
    throw new Invalid("name", `The channel already has a stream called ${name}.`);
  }
}
