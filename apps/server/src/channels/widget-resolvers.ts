import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { Resolvers, WidgetInput } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid, NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { refuseStaleRow } from "#platform/versions.ts";
import type { Context } from "../context.ts";
import { cssProblems } from "./custom-css.ts";
import { checkedName, entry, pypeOf, streamOf } from "./find.ts";
import { findWidget } from "./queries.ts";
import { freeId } from "./free-id.ts";
import { twins } from "./twins.ts";

type Mutations = NonNullable<Resolvers["Mutation"]>;

const maxStyleCharacters = 20_000;

export const widgetMutations: Mutations = {
  ...twins(
    "postWidget",
    (environment): NonNullable<Mutations["postWidgetLive"]> =>
      async (_, { projectId, data, replyTo }, ctx) => {
        const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
        const pype = await checkedPlace(ctx, projectId, environment, data, replyTo);
        const name = checkedName("data.widget_name", data.widget_name);
        if (data.id != null && !isId(data.id)) throw new Invalid("data.id", "A widget's id is a UUID.");
        const id = await change(ctx, async (tx) => {
          const id = await freeId(tx, "widgets", projectId, data.id);
          await refuseTakenName(ctx, data.pype_id, name, undefined);
          const css = data.custom_pype_css ?? "";
          await tx
            .insertInto("widgets")
            .values({
              id,
              pype_id: data.pype_id,
              stream_id: data.stream_id,
              widget_name: name,
              style: checkedStyle(data.style),
              beta: data.beta ?? false,
              custom_pype_css: css,
              safe_css: cssProblems(css).length === 0 ? css : "",
              created_by: ctx.viewer.userId ?? null,
              updated_by: ctx.viewer.userId ?? null,
            })
            .execute();
          await recordAudit(tx, ctx, {
            ...entry(grants, "widget", id, name),
            action: "widget.created",
            message: `created the widget ${name} in the ${environment} channel ${pype.name}`,
          });
          return id;
        });
        return widgetOf(ctx, data.pype_id, id);
      },
  ),
  ...twins(
    "putWidget",
    (environment): NonNullable<Mutations["putWidgetLive"]> =>
      async (_, { projectId, data, replyTo }, ctx) => {
        const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
        const pype = await checkedPlace(ctx, projectId, environment, data, replyTo);
        const id = data.id ?? "";
        const before = await widgetOf(ctx, data.pype_id, id);
        const name = checkedName("data.widget_name", data.widget_name);
        const css = data.custom_pype_css;
        const values = {
          widget_name: name,
          stream_id: data.stream_id,
          ...(data.style !== undefined && { style: checkedStyle(data.style) }),
          ...(data.beta != null && { beta: data.beta }),
          ...(css != null && { custom_pype_css: css }),
        };
        await change(ctx, async (tx) => {
          await refuseTakenName(ctx, data.pype_id, name, id);
          await refuseStaleRow(tx, "widgets", id, data.version, values);
          await tx
            .updateTable("widgets")
            .set((eb) => ({
              ...values,
              // A refused css is kept for its author, while visitors keep the last good one.
              ...(css != null && cssProblems(css).length === 0 && { safe_css: css }),
              version: eb("version", "+", 1),
              last_updated: new Date(),
              updated_by: ctx.viewer.userId ?? null,
            }))
            .where("id", "=", id)
            .execute();
          await recordAudit(tx, ctx, {
            ...entry(grants, "widget", id, name),
            action: "widget.updated",
            message: `changed the widget ${before.widget_name} in the ${environment} channel ${pype.name}`,
            before: { widget_name: before.widget_name, stream_id: before.stream_id, beta: before.beta },
            after: { widget_name: name, stream_id: data.stream_id, beta: data.beta },
          });
        });
        return widgetOf(ctx, data.pype_id, id);
      },
  ),
  ...twins(
    "deleteWidget",
    (environment): NonNullable<Mutations["deleteWidgetLive"]> =>
      async (_, { projectId, pypeId, id }, ctx) => {
        const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
        await pypeOf(ctx, projectId, environment, pypeId);
        const widget = await widgetOf(ctx, pypeId, id);
        await change(ctx, async (tx) => {
          await tx.deleteFrom("widgets").where("id", "=", id).execute();
          await recordAudit(tx, ctx, {
            ...entry(grants, "widget", id, widget.widget_name),
            action: "widget.deleted",
            message: `deleted the ${environment} widget ${widget.widget_name}`,
          });
        });
        return id;
      },
  ),
};

async function checkedPlace(
  ctx: Context,
  projectId: string,
  environment: "Live" | "Sandbox",
  data: WidgetInput,
  replyTo: string | null | undefined,
) {
  if (replyTo != null && replyTo !== data.pype_id)
    throw new Invalid("replyTo", "replyTo is the id of the channel.");
  const pype = await pypeOf(ctx, projectId, environment, data.pype_id);
  await streamOf(ctx, data.pype_id, data.stream_id);
  return pype;
}

async function widgetOf(ctx: Context, pypeId: string, id: string) {
  const widget = isId(id) ? await findWidget(ctx.db, pypeId, id) : undefined;
  if (!widget) throw new NotFound("widget");
  return widget;
}

function checkedStyle(style: unknown): string {
  const text = JSON.stringify(style ?? {});
  if (!text.startsWith("{")) throw new Invalid("data.style", "A style is an object of settings.");
  if (text.length > maxStyleCharacters)
    throw new Invalid("data.style", `A style has at most ${maxStyleCharacters} characters.`);
  return text;
}

async function refuseTakenName(ctx: Context, pypeId: string, name: string, exceptId: string | undefined) {
  const rows = await ctx.db
    .selectFrom("widgets")
    .select(["id", "widget_name"])
    .where("pype_id", "=", pypeId)
    .execute();
  if (rows.some((row) => row.widget_name.toLowerCase() === name.toLowerCase() && row.id !== exceptId)) {
    throw new Invalid("data.widget_name", `The channel already has a widget called ${name}.`);
  }
}
