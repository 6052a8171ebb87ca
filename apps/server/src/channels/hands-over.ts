// Whether the bot that starts the chats of a stream ever asks for a person: a channel that counts on it should not
// wait for something no node does.
import { filePaths } from "@parley/bot-data";
import { parseFlowText } from "@parley/flow";
import type { Db } from "#platform/database.ts";

/** For DataLoaders: null where no start bot is chosen, switched on and deployed. */
export async function handsOverOfStreams(db: Db, streamIds: readonly string[]): Promise<(boolean | null)[]> {
  const rows = await db
    .selectFrom("streams as s")
    .innerJoin("pypes as p", "p.id", "s.pype_id")
    .innerJoin("bot_deployments as d", (join) =>
      join
        .onRef("d.bot_id", "=", "s.start_chat_bot_id")
        .onRef("d.environment", "=", "p.environment")
        .on("d.is_current", "=", true),
    )
    .leftJoin("bot_version_files as f", (join) =>
      join.onRef("f.version_id", "=", "d.version_id").on("f.file_path", "=", filePaths.flow),
    )
    .leftJoin("bot_file_contents as c", "c.sha256", "f.sha256")
    .select(["s.id", "c.sha256", "c.content"])
    .where("s.id", "in", [...streamIds])
    .where("s.start_chat_bot_enabled", "=", true)
    .execute();
  const answers = new Map(rows.map(({ id, content }) => [id, content !== null && handsOver(content)]));
  return streamIds.map((id) => answers.get(id) ?? null);
}

function handsOver(content: Buffer): boolean {
  const parsed = parseFlowText(content.toString("utf8"));
  return parsed.ok && parsed.flow.nodes.some((node) => node.nodeType === "hand-off");
}
